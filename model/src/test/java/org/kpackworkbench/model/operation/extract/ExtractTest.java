package org.kpackworkbench.model.operation.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;

class ExtractTest {
  @TempDir private Path folder;

  private static byte[] bytes(int size, int fill) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) fill);
    return bytes;
  }

  private static ListedCodeObjects three() {
    return new ListedCodeObjects()
        .add("lib/a", 0, "gfx942", "first".getBytes(UTF_8))
        .add("lib/a", 1, "gfx90a:xnack+", bytes(300_000, 7))
        .add("b", 0, "gfx1100", new byte[0]);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static ExtractReport run(ExtractRequest request) throws IOException {
    return new Extract(request).run(Progress.NONE);
  }

  @Test
  void writesEachCodeObjectWholeAndSaysWhatItWrote() throws IOException {
    Path out = folder.resolve("new/folder");
    ExtractReport report = run(ExtractRequest.all(three(), out));
    assertThat(report.complete()).isTrue();
    assertThat(report.sizeBytes()).isEqualTo(300_005);
    assertThat(files())
        .containsExactly(
            "new/folder/b-0-gfx1100.hsaco",
            "new/folder/lib_a-0-gfx942.hsaco",
            "new/folder/lib_a-1-gfx90a-xnack+.hsaco");
    ExtractedFile first = report.written().getFirst();
    assertThat(first)
        .isEqualTo(
            new ExtractedFile(
                0,
                "lib/a",
                0,
                "gfx942",
                out.resolve("lib_a-0-gfx942.hsaco"),
                5,
                // printf first | sha256sum
                "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e",
                false));
    assertThat(out.resolve("lib_a-1-gfx90a-xnack+.hsaco")).hasBinaryContent(bytes(300_000, 7));
    assertThat(report.written()).extracting(ExtractedFile::row).containsExactly(0, 1, 2);
  }

  @Test
  void writesOneIntoTheFileThatWasNamed() throws IOException {
    Path file = folder.resolve("x/y.hsaco");
    ExtractReport report = run(ExtractRequest.one(three(), 1, file));
    assertThat(report.written()).extracting(ExtractedFile::path).containsExactly(file);
    assertThat(file).hasBinaryContent(bytes(300_000, 7));
  }

  @Test
  void hashesFilesWhereAsked() throws IOException {
    ExtractRequest request = ExtractRequest.all(three(), folder);
    ExtractReport plain = new Extract(request, false).run(Progress.NONE);
    assertThat(plain.written()).hasSize(3).extracting(ExtractedFile::sha256).containsOnly("");
    // Files that are there are compared without, too.
    ExtractReport again = run(request);
    assertThat(again.written()).allMatch(ExtractedFile::upToDate);
    assertThat(again.written())
        .extracting(ExtractedFile::sha256)
        .allMatch(sum -> sum.length() == 64);
  }

  @Test
  void reportsDamagedOnesAndWritesTheOthers() throws IOException {
    ListedCodeObjects source =
        new ListedCodeObjects()
            .addBreaking("a", 0, "gfx942", bytes(100, 1))
            .add("b", 0, "gfx942", bytes(10, 2))
            .addSpoiled("c", 0, "gfx942")
            .add("d", 0, "gfx942", bytes(10, 3));
    ExtractReport report = run(ExtractRequest.all(source, folder));
    assertThat(report.written()).extracting(ExtractedFile::binary).containsExactly("b", "d");
    assertThat(report.problems()).extracting(ExtractProblem::row).containsExactly(0, 2);
    assertThat(report.problems())
        .allSatisfy(problem -> assertThat(problem.cause()).isInstanceOf(FormatException.class));
    assertThat(report.notTried()).isZero();
    assertThat(files()).containsExactly("b-0-gfx942.hsaco", "d-0-gfx942.hsaco");
  }

  @Test
  void replacesNothingUnlessAskedTo() throws IOException {
    Path there = Files.writeString(folder.resolve("lib_a-0-gfx942.hsaco"), "mine");
    ExtractReport refused = run(ExtractRequest.all(three(), folder));
    assertThat(there).hasContent("mine");
    assertThat(refused.written()).extracting(ExtractedFile::row).containsExactly(1, 2);
    assertThat(refused.problems().getFirst().cause())
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage(there + ": with other content");

    assertThat(
            run(ExtractRequest.all(three(), folder).with(ExtractSettings.FORCE, true)).complete())
        .isTrue();
    assertThat(there).hasContent("first");
  }

  @Test
  void planTellsWhatIsThereAndChangesNothing() throws IOException {
    Files.writeString(folder.resolve("b-0-gfx1100.hsaco"), "mine");
    ExtractPlan plan = new Extract(ExtractRequest.all(three(), folder)).plan(Progress.NONE);
    assertThat(plan.files()).extracting(PlannedFile::exists).containsExactly(false, false, true);
    assertThat(plan.existing()).isEqualTo(1);
    assertThat(plan.sizeBytes()).isEqualTo(300_005);
    assertThat(files()).containsExactly("b-0-gfx1100.hsaco");
  }

  @Test
  void aLinkInTheWayIsReplacedAndNotFollowed() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path secret = Files.writeString(elsewhere.resolve("secret"), "secret");
    Path out = Files.createDirectory(folder.resolve("out"));
    Path link = Files.createSymbolicLink(out.resolve("lib_a-0-gfx942.hsaco"), secret);
    Path dangling =
        Files.createSymbolicLink(out.resolve("b-0-gfx1100.hsaco"), elsewhere.resolve("nothing"));

    assertThat(run(ExtractRequest.all(three(), out)).problems())
        .extracting(ExtractProblem::row)
        .containsExactly(0, 2);
    run(ExtractRequest.all(three(), out).with(ExtractSettings.FORCE, true));

    assertThat(secret).hasContent("secret");
    assertThat(elsewhere.resolve("nothing")).doesNotExist();
    assertThat(link).isRegularFile().hasContent("first");
    assertThat(Files.isSymbolicLink(link) || Files.isSymbolicLink(dangling)).isFalse();
  }

  @Test
  void whatAKilledExtractionLeftIsRemovedFromEveryFolder() throws Exception {
    // More than any system gives to a process.
    long gone = Integer.MAX_VALUE;
    Path out = folder.resolve("out");
    String left = ".a-0.kpack-workbench-" + gone + "-0123abcd.part";
    Files.createFile(Files.createDirectories(out.resolve("lib")).resolve(left));
    Files.createFile(out.resolve(left));
    run(
        ExtractRequest.all(three(), out)
            .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse("{path}-{index}"))));
    assertThat(files()).containsExactly("out/b-0", "out/lib/a-0", "out/lib/a-1");
  }

  @Test
  void aFolderThatIsALinkToOutsideIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.createSymbolicLink(out.resolve("lib"), elsewhere);
    ExtractRequest request =
        ExtractRequest.all(three(), out)
            .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse("{path}-{index}")))
            .with(ExtractSettings.JOBS, Optional.of(1));
    ExtractReport report = run(request);
    assertThat(report.problems().getFirst().cause())
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("leads out of");
    assertThat(report.notTried()).isEqualTo(2);
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void theChosenFolderAndFoldersBelowItMayBeLinksThatStayInside() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    Path out = Files.createSymbolicLink(folder.resolve("out"), real);
    Files.createSymbolicLink(out.resolve("lib"), Files.createDirectory(real.resolve("inner")));
    ExtractRequest request =
        ExtractRequest.all(three(), out)
            .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse("{path}-{index}")));
    assertThat(run(request).complete()).isTrue();
    assertThat(real.resolve("inner/a-0")).hasContent("first");
  }

  @Test
  void neverReplacesWhatIsNoRegularFile() throws IOException {
    Path inTheWay = Files.createDirectory(folder.resolve("file"));
    ExtractReport report =
        run(ExtractRequest.one(three(), 0, inTheWay).with(ExtractSettings.FORCE, true));
    assertThat(report.problems().getFirst().cause()).hasMessageContaining("it is a folder");
    assertThat(inTheWay).isDirectory();
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> run(ExtractRequest.all(three(), file)))
        .isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void stopsWhereWritingItselfFails() throws IOException {
    Files.writeString(folder.resolve("lib"), "a file where a folder is needed");
    ExtractReport report =
        run(
            ExtractRequest.all(three(), folder)
                .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse("{path}-{index}")))
                .with(ExtractSettings.JOBS, Optional.of(1)));
    assertThat(report.problems()).hasSize(1);
    assertThat(report.notTried()).isEqualTo(2);
    assertThat(report.complete()).isFalse();
  }

  @Test
  void cancellingLeavesNothingHalf() throws IOException {
    ListedCodeObjects source = new ListedCodeObjects();
    for (int i = 0; i < 20; i++) {
      source.add("a", i, "gfx942", bytes(1000, i));
    }
    AtomicLong written = new AtomicLong();
    Progress stopsInTheMiddle =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            assertThat(what).isEqualTo("Writing 20 code objects");
            assertThat(totalUnits).isEqualTo(20_000);
          }

          @Override
          public void advance(long units) {
            written.addAndGet(units);
          }

          @Override
          public boolean cancelled() {
            return written.get() >= 7_500;
          }
        };
    assertThatThrownBy(() -> new Extract(ExtractRequest.all(source, folder)).run(stopsInTheMiddle))
        .isInstanceOf(CancellationException.class)
        .hasMessageMatching("cancelled; \\d+ of 20 files are written");
    assertThat(files()).isNotEmpty().hasSizeLessThan(20).allMatch(name -> name.endsWith(".hsaco"));
    for (String name : files()) {
      assertThat(folder.resolve(name)).hasSize(1000);
    }
  }

  @Test
  void progressCountsTheBytesThatWereWritten() throws IOException {
    AtomicLong written = new AtomicLong();
    Progress counts =
        new Progress() {
          @Override
          public void advance(long units) {
            written.addAndGet(units);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    new Extract(ExtractRequest.all(three(), folder)).run(counts);
    assertThat(written).hasValue(300_005);
  }

  @Test
  void oneFileForSeveralIsNoRequest() {
    ExtractRequest one = ExtractRequest.one(three(), 0, folder);
    assertThatThrownBy(
            () ->
                new ExtractRequest(
                    one.source(), List.of(0, 1), folder, false, "", Set.of(), one.settings()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
