import os, signal, sys, time  # @first

how = sys.argv[1]
if how == 'code': sys.exit(int(sys.argv[2]))  # @code
if how == 'signal': os.kill(os.getpid(), getattr(signal, sys.argv[2]))
if how == 'natural': print('done')  # @line
if how == 'signal': time.sleep(10)
