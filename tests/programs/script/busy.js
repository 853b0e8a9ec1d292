let passes = 0;
for (;;) {
  passes += 1;
}
