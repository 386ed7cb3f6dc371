/* Between PostgreSQL and its disk: while the file SHIM_CONTROL says "slow N" each sync takes N ms, while it says "fail"
   each sync says EIO, as a dying disk does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int disturbed(void) {
  const char *path = getenv("SHIM_CONTROL");
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) return 0;
  char word[8] = "";
  int ms = 0;
  if (fscanf(file, "%7s %d", word, &ms) < 1) word[0] = 0;
  fclose(file);
  if (strcmp(word, "slow") == 0) usleep((useconds_t)ms * 1000);
  if (strcmp(word, "fail") != 0) return 0;
  errno = EIO;
  return 1;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return disturbed() ? -1 : real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return disturbed() ? -1 : real(fd);
}
