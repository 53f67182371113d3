import statistics as st
import random
def lcg(n, seed, scale):
    out = []
    x = seed
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        out.append((x / 2147483648 - 0.3) * scale)
    return out
for n in (2, 3, 5, 10, 37, 100):
    for s in (1.0, 1e-5, 1e8, 1e-300, 1e150):
        d = lcg(n, n * 7 + 1, s)
        print(st.mean(d), st.fmean(d), st.variance(d), st.pvariance(d), st.stdev(d), st.pstdev(d), st.median(d))
print(st.mean([0.1] * 10), st.stdev([1.5, 2.5, 2.5, 2.75, 3.25, 4.75]), st.mode(["a", "b", "b"]), st.multimode([1, 1, 2, 2, 3]))
print(st.median([1.0, 3.0, 2.0]), st.median([1, 2, 3, 4]), st.median_low([1, 2, 3, 4]), st.median_high([1, 2, 3, 4]))
print(st.quantiles([1.0, 2.0, 3.0, 4.0, 5.5]), st.quantiles([1.0, 2.0, 3.0, 4.0, 5.5], n=5, method="inclusive"))
print(st.geometric_mean([54, 24, 36]), st.harmonic_mean([40, 60]), st.correlation([1, 2, 3, 4], [2, 1, 4, 5]), st.covariance([1, 2, 3], [1, 5, 7]))
s, i = st.linear_regression([1, 2, 3, 4], [2, 3, 5, 8])
print(s, i)
for f in (st.mean, st.median, st.stdev):
    try:
        f([1.0][:0])
    except ValueError as e:
        print(e)
