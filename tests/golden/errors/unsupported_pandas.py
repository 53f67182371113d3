import numpy as np
import pandas as pd  # error: unsupported

df = pd.DataFrame({"a": np.arange(3)})
print(df)
