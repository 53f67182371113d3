import numpy as np

x = np.array([1.5, np.nan, -2.0, 4.0])
print(x.sum(), np.max(x), np.mean(x), np.median(x), x.argmax(), np.cumsum(x))
print(np.nansum(x), np.nanmean(x), np.nanmax(x), np.nanmin(x), np.nanprod(x), np.nanmedian(x))
print(np.nanstd(x), np.nanvar(x), np.nanvar(x, ddof=1), np.nanargmax(x), np.nanargmin(x), np.nancumsum(x), np.nanpercentile(x, 50))
print(np.isnan(x), np.isnan(x).sum(), x[~np.isnan(x)], np.where(np.isnan(x), 0.0, x), np.nan_to_num(x), np.nan_to_num([np.inf, np.nan], nan=-1, posinf=9))
m = np.array([[1.0, np.nan], [3.0, 4.0]])
print(np.nansum(m, axis=0), np.nanmean(m, axis=1), np.nanmax(m, axis=0), np.isnan(m).any(axis=1), np.sort(m, axis=None))
print(np.isfinite([1.0, np.inf, np.nan]), np.isinf([-np.inf, 0.0]), np.isneginf([-np.inf, np.inf]), np.isposinf([np.inf]))
print(np.nan == np.nan, np.array([np.nan]) == np.array([np.nan]), np.array_equal([np.nan], [np.nan]), np.array_equal([np.nan], [np.nan], equal_nan=True))
print(np.allclose([np.nan], [np.nan], equal_nan=True), np.isclose(np.inf, np.inf), np.maximum([1, np.nan], 0), np.fmax([1, np.nan], 0), min(1.0, np.nan))
