package org.kpackworkbench.app.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.console.Console;

class CrashHandlerTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Crash> told = new ArrayList<>();

  private CrashHandler handler() {
    return new CrashHandler(
        CrashReports.in(folder.resolve("crashes")),
        () -> new Situation(List.of("Verify"), List.of(), List.of(), List.of()),
        told::add,
        new Console(OutputStream.nullOutputStream(), err, false));
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("crashes"))) {
      return files.count();
    }
  }

  private static Throwable failure(int number) {
    return new IllegalStateException("failure " + number);
  }

  private static void crash(CrashHandler handler, Runnable work) throws InterruptedException {
    Thread thread = new Thread(work, "worker");
    thread.setUncaughtExceptionHandler(handler);
    thread.start();
    thread.join();
  }

  @Test
  void whatNoOneCaughtOnAThreadIsWrittenAndTold() throws Exception {
    crash(
        handler(),
        () -> {
          throw new IllegalStateException("boom");
        });
    Crash crash = told.getFirst();
    assertThat(crash.what()).isEqualTo("java.lang.IllegalStateException: boom");
    assertThat(crash.file()).content().isEqualTo(crash.report());
    assertThat(crash.report()).contains("boom", "in the thread worker", "Verify");
    assertThat(err()).contains("error in the program", crash.file().toString());
  }

  @Test
  void theSameAgainIsCountedAndNotWrittenAgain() throws IOException {
    CrashHandler handler = handler();
    for (int i = 0; i < 1000; i++) {
      handler.uncaughtException(Thread.currentThread(), failure(i));
    }
    assertThat(files()).isEqualTo(1);
    assertThat(told).hasSize(1000);
    assertThat(told.getLast().times()).isEqualTo(1000);
    assertThat(told.getLast().file()).isNull();
    assertThat(err()).hasLineCount(1);
  }

  @Test
  void memoryThatRanOutAndEndlessRecursionAreReportedToo() throws Exception {
    CrashHandler handler = handler();
    crash(
        handler,
        () -> {
          throw new OutOfMemoryError("Java heap space");
        });
    crash(handler, () -> endless(0));
    assertThat(told)
        .extracting(Crash::what)
        .satisfiesExactly(
            memory -> assertThat(memory).contains("OutOfMemoryError: Java heap space"),
            stack -> assertThat(stack).contains("StackOverflowError"));
    assertThat(files()).isEqualTo(2);
  }

  private static int endless(int depth) {
    return depth < 0 ? depth : endless(depth + 1) + 1;
  }

  @Test
  void aReportThatCannotBeWrittenIsToldAllTheSame() throws IOException {
    Files.writeString(folder.resolve("crashes"), "a file");
    handler().uncaughtException(Thread.currentThread(), failure(1));
    assertThat(told.getFirst().file()).isNull();
    assertThat(told.getFirst().unwritten()).isNotEmpty();
    assertThat(told.getFirst().report()).contains("failure 1");
    assertThat(err()).contains("could not be written");
  }

  @Test
  void aFailureWhileOneIsToldGoesToStandardErrorAlone() {
    List<CrashHandler> itself = new ArrayList<>();
    CrashHandler handler =
        new CrashHandler(
            CrashReports.in(folder.resolve("crashes")),
            () -> Situation.UNKNOWN,
            crash -> {
              itself.getFirst().uncaughtException(Thread.currentThread(), failure(2));
              throw new IllegalArgumentException("the window was removed");
            },
            new Console(OutputStream.nullOutputStream(), err, false));
    itself.add(handler);
    handler.uncaughtException(Thread.currentThread(), failure(1));
    assertThat(err()).contains("failure 1", "failure 2", "the window was removed");
  }
}
