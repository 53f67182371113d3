import numpy as np
a = np.array([1, 2, 3])
try:
    a[3]
except IndexError as e:
    print("IndexError:", e)
try:
    a[0, 0]
except IndexError as e:
    print("IndexError:", e)
try:
    np.array([1, 2]) + np.array([1, 2, 3])
except ValueError as e:
    print("ValueError:", e)
try:
    a.reshape(2, 2)
except ValueError as e:
    print("ValueError:", e)
try:
    np.concatenate([np.ones((2, 2)), np.ones((3, 3))])
except ValueError as e:
    print("ValueError:", e)
try:
    np.ones((2, 3)) @ np.ones((2, 3))
except ValueError as e:
    print("ValueError:", e)
try:
    if np.array([True, False]):
        pass
except ValueError as e:
    print("ValueError:", e)
try:
    a[:] = [1, 2]
except ValueError as e:
    print("ValueError:", e)
try:
    a += 1.5
except TypeError as e:
    print(type(e).__name__, e)
try:
    np.zeros(3)[1.0]
except IndexError as e:
    print("IndexError:", e)
try:
    int(np.array([1, 2]))
except TypeError as e:
    print("TypeError:", e)
try:
    a[5] = 1
except IndexError as e:
    print("IndexError:", e)
try:
    x, y = a
except ValueError as e:
    print("ValueError:", e)
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as e:
    print("LinAlgError:", e)
try:
    a.sum(axis=1)
except Exception as e:
    print(type(e).__name__, e)
try:
    np.stack([np.ones(2), np.ones(3)])
except ValueError as e:
    print("ValueError:", e)
try:
    np.array([[1, 2], [3]])
except ValueError as e:
    print("ValueError:", str(e)[:60])
try:
    -np.array([True])
except TypeError as e:
    print("TypeError:", e)
try:
    a.foo
except AttributeError as e:
    print("AttributeError:", e)
try:
    np.ones(3)[np.array([True, False])]
except IndexError as e:
    print("IndexError:", e)
try:
    np.broadcast_to(np.ones(3), (2, 2))
except ValueError as e:
    print("ValueError:", e)
a = np.arange(3)
b=np.ones((2,3))
try:
    a+=0.5
except Exception as e:
    print(type(e).__name__, e)
try:
    np.add(a,0.5,out=a)
except TypeError as e:
    print(type(e).__name__, e)
try:
    a /= 2
except Exception as e:
    print(e)
try:
    b+=np.ones((3,3))
except Exception as e:
    print(e)
try:
    b+=np.ones((2,2,3))
except Exception as e:
    print(e)
try:
    b[0]+=np.ones((1,3))
except Exception as e:
    print(e)
try:
    b*=[1,2]
except Exception as e:
    print(e)
try:
    b[0]-=b[:,0]
except Exception as e:
    print(e)
try:
    b[:]=np.ones((2,2))
except Exception as e:
    print(e)
try:
    b[:1] += np.ones((2,3))
except Exception as e:
    print(e)
try:
    b += np.ones((2,3)) + np.ones((2,2))
except Exception as e:
    print(e)
def f(x):
    x += 1.5
    return x
for v in (np.arange(2), np.ones(2)):
    try:
        print(f(v))
    except TypeError as e:
        print("no", e)
print(a,b)
with np.errstate(divide="ignore", invalid="ignore"):
    print(np.array([1.0, 0.0, -1.0]) / 0, np.log(np.array([0.0, -1.0])), np.array([5]) // np.array([0]))
try:
    1 / 0
except ZeroDivisionError as e:
    print(e)
try:
    np.array([1, 2]).reshape(3)
except ValueError as e:
    print(e)
try:
    np.arange(6).reshape(4, -1)
except ValueError as e:
    print(e)
try:
    np.vstack([np.ones(2), np.ones(3)])
except ValueError as e:
    print(e)
try:
    np.dot(np.ones((2, 3)), np.ones((2, 3)))
except ValueError as e:
    print(e)
try:
    np.zeros((2, 2))[2]
except IndexError as e:
    print(e)
try:
    np.zeros((2, 2))[0, -3]
except IndexError as e:
    print(e)
try:
    np.zeros((2, 3))[:, [0, 5]]
except IndexError as e:
    print(e)
try:
    np.take([1, 2, 3], 7)
except IndexError as e:
    print(e)
try:
    np.squeeze(np.ones((2, 1)), axis=0)
except ValueError as e:
    print(e)
try:
    np.max(np.array([]))
except ValueError as e:
    print(e)
try:
    np.linspace(0, 1, -1)
except ValueError as e:
    print(e)
try:
    float(np.arange(3))
except TypeError as e:
    print(e)
try:
    np.random.default_rng(0).choice(3, size=5, replace=False)
except ValueError as e:
    print(e)
try:
    len(np.float64(3))
except TypeError as e:
    print(e)
try:
    [1, 2, 3][np.float64(1)]
except TypeError as e:
    print(e)
try:
    np.ones(3) + "a"
except TypeError as e:
    print("TypeError")
try:
    np.array([1, 2]) @ 3
except ValueError as e:
    print(e)
try:
    bool(np.ones(2))
except ValueError as e:
    print(e)
try:
    np.uint8(256)
except OverflowError as e:
    print(e)
try:
    np.transpose(np.ones((2, 3)), (0, 0))
except ValueError as e:
    print(e)
try:
    np.cumsum(np.ones(3), axis=2)
except ValueError as e:
    print(type(e).__name__, e)
try:
    np.concatenate([])
except ValueError as e:
    print(e)
try:
    5 @ np.ones(2)
except ValueError as e:
    print("matmul")
try:
    (1, 2)[0] = 3
except TypeError as e:
    print(e)
