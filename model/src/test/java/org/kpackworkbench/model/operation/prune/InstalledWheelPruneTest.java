package org.kpackworkbench.model.operation.prune;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;

/** RECORD of an installed wheel says what is true of the files that are left. */
class InstalledWheelPruneTest {
  private static final String SITE = "lib/python3.12/site-packages/";
  private static final String RECORD = SITE + "many-1.0.dist-info/RECORD";
  private static final String DATABASE = "many/lib/rocblas/library/TensileLibrary_gfx1030.co";
  private static final TargetFilter MINE = TargetFilter.of(List.of("gfx942"));

  @TempDir private Path folder;
  private Path venv;

  /** The wheel of the fixtures, with what installers and other wheels have beside. */
  @BeforeEach
  void install() throws IOException {
    venv = folder.resolve("venv");
    PackageFile wheel = PackageFile.open(Fixtures.path("many-1.0-py3-none-linux_x86_64.whl")).get();
    for (Member member : wheel.members()) {
      if (member.kind() == Member.Kind.FILE) {
        put(SITE + member.path(), Files.readAllBytes(wheel.tree().path(member.path())));
      }
    }
    byte[] library = Files.readAllBytes(FatFixture.MANY.path());
    put(SITE + "many/lib/a,\"b.so", library);
    put(SITE + "many/lib/plain.so", library);
    put(SITE + "many/lib/sized.so", library);
    put(SITE + "many/lib/strong.so", library);
    put(SITE + "many/lib/old.so", library);
    put(SITE + DATABASE, "code".getBytes(UTF_8));
    put("bin/many", library);
    List<String> lines = new ArrayList<>(Files.readAllLines(venv.resolve(RECORD)));
    lines.addAll(
        List.of(
            "\"many/lib/a,\"\"b.so\"," + recorded(library, Digests.sha256(), "sha256"),
            "many/lib/plain.so,,",
            "many/lib/sized.so,,125600",
            "many/lib/strong.so," + recorded(library, Digests.sha512(), "sha512"),
            "many/lib/old.so," + recorded(library, Digests.md5(), "md5"),
            DATABASE + ",sha256=abc,4",
            "../../../bin/many," + recorded(library, Digests.sha256(), "sha256"),
            "many/gone.py,sha256=abc,1",
            "\"many/odd\"  ,sha256=abc,1,more",
            "many-1.0.dist-info/INSTALLER,sha256=zuuue4knoyJ-UwPPXg8fezS7VCrXJQrAP7zeNuwvFQg,4"));
    Files.writeString(venv.resolve(RECORD), String.join("\r\n", lines));
    put(SITE + "other-2.dist-info/RECORD", "other.py,sha256=abc,3\n".getBytes(UTF_8));
  }

  private void put(String path, byte[] content) throws IOException {
    Path file = venv.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private static String recorded(byte[] content, MessageDigest digest, String algorithm) {
    return "%s=%s,%d".formatted(algorithm, Wheel.digest(digest.digest(content)), content.length);
  }

  private PruneRequest inPlace(Path tree) {
    return PruneRequest.keeping(tree, tree, MINE).inPlace();
  }

  /** Lines by their paths. */
  private static Map<String, String> lines(Path record) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    for (String line : Files.readString(record).split("\r\n", -1)) {
      lines.put(WheelRecord.of(line.getBytes(UTF_8)).rows().getFirst().path(), line);
    }
    return lines;
  }

  private static String expected(String before, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    String quoted =
        before.startsWith("\"")
            ? before.substring(0, before.indexOf("\",") + 1)
            : before.substring(0, before.indexOf(','));
    String digest =
        before.contains(",,")
            ? ""
            : before.contains("sha512=")
                ? "sha512=" + Wheel.digest(Digests.sha512().digest(content))
                : "sha256=" + Wheel.digest(Digests.sha256().digest(content));
    String size = before.endsWith(",") ? "" : Long.toString(content.length);
    return "%s,%s,%s".formatted(quoted, digest, size);
  }

  private void checkRecord(Path root, Map<String, String> before) throws IOException {
    Map<String, String> after = lines(root.resolve(RECORD));
    List<String> changed =
        List.of(
            "many/lib/libmany.so",
            "many/lib/a,\"b.so",
            "many/lib/plain.so",
            "many/lib/sized.so",
            "many/lib/strong.so",
            "many/lib/old.so",
            "../../../bin/many");
    Map<String, String> expected = new TreeMap<>(before);
    expected.remove(DATABASE);
    for (String path : changed) {
      Path file = root.resolve(SITE).resolve(path).normalize();
      assertThat(Files.size(file)).as(path).isLessThan(125600);
      expected.put(path, expected(before.get(path), file));
    }
    assertThat(after).isEqualTo(expected);
    assertThat(root.resolve(SITE + DATABASE)).doesNotExist();
  }

  @Test
  void linesOfFilesThatChangeFollowAndOthersStay() throws IOException {
    Path record = venv.resolve(RECORD);
    String text = Files.readString(record);
    Map<String, String> before = lines(record);
    byte[] other = Files.readAllBytes(venv.resolve(SITE + "other-2.dist-info/RECORD"));

    PruneReport report = new Prune(inPlace(venv)).run();

    checkRecord(venv, before);
    assertThat(report.files())
        .filteredOn(file -> file.name().equals(RECORD))
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.outcome()).isEqualTo(PruneReport.Outcome.UPDATED);
              assertThat(file.afterBytes()).isEqualTo(Files.size(record));
            });
    // The order and the ends of lines stay, also that the last one has none.
    assertThat(lines(record).keySet()).isSubsetOf(before.keySet());
    assertThat(Files.readString(record).split("\r\n"))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactlyElementsOf(
            text.lines()
                .filter(line -> !line.startsWith(DATABASE))
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList());
    assertThat(Files.readString(record)).doesNotEndWith("\n");
    assertThat(venv.resolve(SITE + "other-2.dist-info/RECORD")).hasBinaryContent(other);

    byte[] pruned = Files.readAllBytes(record);
    assertThat(new Prune(inPlace(venv)).run().files()).isEmpty();
    assertThat(record).hasBinaryContent(pruned);
  }

  private static List<Path> changedMeanwhile(PruneReport report) {
    return report.findings().stream()
        .filter(note -> note.rule().equals("changed-meanwhile"))
        .map(OperationNote::file)
        .toList();
  }

  @Test
  void theLineOfAFileThatChangedMeanwhileIsOfWhatIsThere() throws IOException {
    Map<String, String> before = lines(venv.resolve(RECORD));
    Path other = venv.resolve(SITE + "many/lib/strong.so");
    PruneReport report = new Prune(inPlace(venv)).run(new Touching(venv, List.of(other)));
    assertThat(changedMeanwhile(report)).containsExactly(other.toRealPath());
    assertThat(other).hasSize(125600);
    Map<String, String> after = lines(venv.resolve(RECORD));
    for (String path : List.of("many/lib/strong.so", "many/lib/old.so", "many/lib/libmany.so")) {
      assertThat(after.get(path))
          .isEqualTo(expected(before.get(path), venv.resolve(SITE).resolve(path)));
    }
    assertThat(after.get("many/lib/strong.so")).isEqualTo(before.get("many/lib/strong.so"));
  }

  @Test
  void aRecordThatChangedMeanwhileStaysAndIsNamed() throws IOException {
    Path record = venv.resolve(RECORD);
    byte[] content = Files.readAllBytes(record);
    PruneReport report = new Prune(inPlace(venv)).run(new Touching(venv, List.of(record)));
    assertThat(changedMeanwhile(report)).containsExactly(record.toRealPath());
    assertThat(record).hasBinaryContent(content);
    assertThat(report.files()).extracting(PruneReport.PrunedFile::name).doesNotContain(RECORD);
  }

  @Test
  void aNewTreeHasTheSameRecord() throws IOException {
    Map<String, String> before = lines(venv.resolve(RECORD));
    Path output = folder.resolve("out");
    new Prune(PruneRequest.keeping(venv, output, MINE)).run();
    checkRecord(output, before);
    new Prune(inPlace(venv)).run();
    assertThat(Expected.tree(venv)).isEqualTo(Expected.tree(output));
  }

  @Test
  void aPlanNamesItAndChangesNothing() throws IOException {
    Map<String, String> before = Expected.tree(venv);
    assertThat(new Prune(inPlace(venv)).plan(Progress.NONE).files())
        .extracting(PruneReport.PrunedFile::name)
        .contains(RECORD)
        .doesNotContain(SITE + "other-2.dist-info/RECORD");
    assertThat(Expected.tree(venv)).isEqualTo(before);
  }

  /** It is put in place with the files that it lists, or none of them is. */
  @Test
  void itIsPartOfTheJournal() throws IOException {
    Map<String, String> before = lines(venv.resolve(RECORD));
    Map<String, String> all = Expected.tree(venv);
    // What is in the way of the last change: the run ends when all before it are made.
    Path record = venv.resolve(RECORD);
    Path aside = folder.resolve("aside");
    Path last = venv.resolve(".kpack-workbench-prune/7");
    AtomicBoolean blocked = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                new Prune(inPlace(venv))
                    .run(
                        () -> {
                          if (Files.exists(last) && blocked.compareAndSet(false, true)) {
                            block(record, aside);
                          }
                          return false;
                        }))
        .isInstanceOf(IOException.class);
    assertThat(blocked).isTrue();
    assertThat(PruneJournal.isUnfinished(venv)).isFalse();
    Files.delete(record.resolve("inside"));
    Files.delete(record);
    Files.move(aside, record);
    // All or none: the files that it lists are as they were, too.
    assertThat(Expected.tree(venv)).isEqualTo(all);
    assertThat(new Prune(inPlace(venv)).run().files()).isNotEmpty();
    checkRecord(venv, before);
  }

  private static void block(Path file, Path aside) {
    try {
      Files.move(file, aside);
      Files.createDirectories(file.resolve("inside"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Of a folder below it, or a file, RECORD is outside of what is pruned. */
  @Test
  void whatListsThemElsewhereIsNamed() throws IOException {
    byte[] record = Files.readAllBytes(venv.resolve(RECORD));
    for (String part : List.of("many/lib/plain.so", "many")) {
      Path input = venv.resolve(SITE + part);
      for (PruneReport report :
          List.of(new Prune(inPlace(input)).plan(Progress.NONE), new Prune(inPlace(input)).run())) {
        assertThat(report.findings())
            .filteredOn(note -> note.rule().equals("record-outside"))
            .extracting(OperationNote::file)
            .containsExactly(venv.toRealPath().resolve(RECORD));
      }
      assertThat(venv.resolve(RECORD)).hasBinaryContent(record);
    }
  }
}
