package org.kpackworkbench.app.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.app.ProgramVersion;

class CrashReportTest {
  private static CrashReport report(Throwable failure, Situation situation) {
    return CrashReport.of(Thread.currentThread(), failure, situation);
  }

  @Test
  void saysWhatHappenedOnWhatAndWhatWasBeingDone() throws IOException {
    IllegalStateException failure =
        new IllegalStateException("no row 7", new IOException("the disk\nis gone"));
    failure.addSuppressed(new IllegalArgumentException("closing"));
    CrashReport report =
        report(
            failure,
            new Situation(
                List.of("12:00:01 Verify (VERIFY)"),
                List.of("rand.kpack: kpack archive, 3.4 MiB"),
                List.of("Verify rand.kpack"),
                List.of("WARNING could not look")));
    assertThat(report.text())
        .contains("java.lang.IllegalStateException: no row 7")
        .contains("in the thread " + Thread.currentThread().getName())
        .contains("Caused by: java.io.IOException: the disk")
        .contains("Suppressed: java.lang.IllegalArgumentException: closing")
        .containsPattern(
            "    at org[.]kpackworkbench[.]app(@[^/]+)?/org[.]kpackworkbench[.]app[.]crash[.]CrashReportTest")
        .contains(report.when().toString())
        .containsPattern("  version +" + Pattern.quote(ProgramVersion.number()))
        .contains(Runtime.version().toString())
        .contains(System.getProperty("os.name"))
        .containsPattern("  memory +.* used of .*, at most ")
        .contains("\n  12:00:01 Verify (VERIFY)\n")
        .contains("\n  rand.kpack: kpack archive, 3.4 MiB\n")
        .contains("\n  Verify rand.kpack\n")
        .contains("\n  WARNING could not look\n")
        .contains(CrashReport.WHAT_TO_ATTACH);
    assertThat(report.text()).as("one line a message").doesNotContain("the disk\n");
  }

  @Test
  void theHomeFolderIsNotTold() {
    String home = System.getProperty("user.home");
    CrashReport report =
        report(
            new IOException(home + "/secret/a.kpack"),
            new Situation(List.of(), List.of(home + "/b.so"), List.of(), List.of(home + "/c")));
    assertThat(report.text()).doesNotContain(home + "/").contains("~/secret/a.kpack", "~/b.so");
    assertThat(Privacy.withoutHome("/usr/lib", "/")).as("no home").isEqualTo("/usr/lib");
  }

  @ParameterizedTest
  @CsvSource({
    "/home/me/secret/a.kpack,…/a.kpack",
    "a.kpack,a.kpack",
    "--output=/home/me/out,--output=…/out",
    "--all,--all",
    "gfx90a:xnack+,gfx90a:xnack+",
    "/,…/",
  })
  void ofPathsInACommandOnlyTheLastNameIsTold(String argument, String told) {
    assertThat(Situation.ofCommand(List.of("info", argument)).actions())
        .containsExactly("kpack-workbench info " + told);
  }

  private static int endless(int depth) {
    return depth < 0 ? depth : endless(depth + 1) + 1;
  }

  @Test
  void ofEndlessRecursionBothEndsAreShown() {
    StackOverflowError failure = null;
    try {
      endless(0);
    } catch (StackOverflowError overflow) {
      failure = overflow;
    }
    String text = report(failure, Situation.UNKNOWN).text();
    assertThat(text).contains("StackOverflowError", "endless", " frames\n");
    assertThat(text.lines()).hasSizeLessThan(160);
  }

  @Test
  void causesInACircleAndManyCausesComeToAnEnd() {
    Exception one = new Exception("one");
    one.initCause(new Exception("two", one));
    assertThat(report(one, Situation.UNKNOWN).text())
        .contains("Caused by: java.lang.Exception: two");
    Exception deep = new Exception("bottom");
    for (int i = 0; i < 1000; i++) {
      deep = new Exception("level " + i, deep);
    }
    assertThat(report(deep, Situation.UNKNOWN).text().length()).isLessThan(200_000);
  }

  @Test
  void aMessageThatFailsOrIsHugeDoesNotSpoilTheReport() {
    RuntimeException broken =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException();
          }
        };
    assertThat(report(broken, Situation.UNKNOWN).text()).contains("its message failed");
    assertThat(report(new Exception("x".repeat(1 << 20)), Situation.UNKNOWN).text().length())
        .isLessThan(100_000);
  }
}
