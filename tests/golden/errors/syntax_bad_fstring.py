value = 3.5
print(f"value {value:.2f} and {value +}")  # error
