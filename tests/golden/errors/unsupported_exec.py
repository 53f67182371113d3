code = "y = 2"
exec(code)  # error: unsupported
print("done")
