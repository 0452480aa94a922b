def generate(number, bits): return {}
