import numpy as np
import pandas as pd

x = np.ones(3)
df = pd.DataFrame(x)  # error: unsupported
print(df)
