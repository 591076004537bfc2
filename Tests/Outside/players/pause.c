// Preloaded: a signal handler's first `kill` on a thread pauses, so that other threads see the dead player first.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static __thread int calls;

int kill(pid_t process, int number) {
    int result = (int)syscall(SYS_kill, process, number);
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    if (sigismember(&blocked, SIGTERM) && calls++ == 0) usleep(300000);
    return result;
}
