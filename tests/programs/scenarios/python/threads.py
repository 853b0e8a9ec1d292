import threading

started = threading.Event()
leave = threading.Event()


def wait_here():
    started.set()
    leave.wait()


def work(limit):
    done = limit * 2  # @work
    leave.set()  # @leave
    return done


waiting = threading.Thread(target=wait_here, name='waits')
waiting.start()
started.wait()
worker = threading.Thread(target=work, args=(21,), name='works')
worker.start()
worker.join()
waiting.join()
print('joined')  # @joined
