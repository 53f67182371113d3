from typing import Callable, Dict, List, Optional, Tuple, Union
import numpy as np

Vector = np.ndarray
limit: int = 10
name: str
name = "typed"


def first(items: List[int]) -> Optional[int]:
    return items[0] if items else None


def bounds(items: Tuple[int, ...]) -> Tuple[int, int]:
    return min(items), max(items)


def count(words: list[str]) -> dict[str, int]:
    out: Dict[str, int] = {}
    for w in words:
        out[w] = out.get(w, 0) + 1
    return out


def apply(f: Callable[[float], float], x: Union[int, float] = 2) -> float:
    return f(x)


def norm(v: Vector, p: int | None = None) -> float:
    if p is None:
        p = 2
    return float((np.abs(v) ** p).sum() ** (1 / p))


print(limit, name, first([7, 8]), first([]), bounds((4, 1, 9)), count("a b a".split()))
print(apply(lambda x: x * 1.5), apply(abs, -3), norm(np.array([3.0, 4.0])), norm(np.array([1, -2]), 1))
