import sys
sys.stdout.flush()
