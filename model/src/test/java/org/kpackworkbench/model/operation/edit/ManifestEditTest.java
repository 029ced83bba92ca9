package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedDocument.Rebased;

class ManifestEditTest {
  @TempDir Path folder;

  private Path path() {
    return folder.resolve("c.kpm");
  }

  /** A manifest with unknown keys, in either dialect. */
  private EditedManifest open(boolean list) throws IOException {
    Object one =
        list
            ? map("architecture", "gfx906", "filename", "a.kpack", "checksum", new byte[32], "x", 1)
            : map("file", "a.kpack", "x", 1, "size", 900, "kernel_count", 3);
    Object two =
        list
            ? map("architecture", "gfx942", "filename", "b.kpack", "checksum", new byte[32])
            : map("file", "b.kpack", "size", 2, "kernel_count", 2);
    byte[] bytes =
        MsgBytes.pack(
            list
                ? map("version", 1, "x_tool", "t", "component", "c")
                    .put("kpack_files", List.of(one, two))
                : map("format_version", 1, "x_tool", "t", "component_name", "c", "prefix", "p")
                    .put("kpack_files", map("gfx906", one, "gfx942", two)));
    Files.write(path(), bytes);
    return EditedManifest.open(path());
  }

  private static ManifestEdit.Row row(String target, String file) {
    return new ManifestEdit.Row(target, file, 5, 1, null);
  }

  private static List<String> targets(Manifest manifest) {
    return manifest.rows().stream().map(ManifestRow::targetText).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEditedManifestStaysInItsDialectAndKeepsWhatIsUnknown(boolean list) throws Exception {
    EditedManifest manifest = open(list);
    final byte[] before = Files.readAllBytes(path());
    manifest.apply(new ManifestEdit.SetComponent("other"));
    manifest.apply(new ManifestEdit.AddRow(row("gfx908", "c.kpack")));
    manifest.apply(new ManifestEdit.SetRow("gfx906", row("gfx90a:xnack+", "a.kpack")));
    manifest.apply(new ManifestEdit.RemoveRows(List.of("gfx942")));
    assertThat(manifest.history().done().getLast().words()).isEqualTo("delete of gfx942");
    manifest.save(Progress.NONE);
    Manifest saved = ManifestFile.open(path()).manifest();
    assertThat(saved.dialect())
        .isEqualTo(list ? ManifestDialect.BY_LIST : ManifestDialect.BY_ARCHITECTURE);
    assertThat(saved.component()).isEqualTo("other");
    assertThat(targets(saved)).containsExactly("gfx90a:xnack+", "gfx908");
    assertThat(saved.fields()).extracting(RawPair::name).contains("x_tool");
    assertThat(saved.rows().getFirst().fields()).extracting(RawPair::name).contains("x");
    while (manifest.undo() != null) {}
    manifest.save(Progress.NONE);
    assertThat(Files.readAllBytes(path())).isEqualTo(before);
  }

  @Test
  void aNewRowGoesWhereItsTargetBelongs() throws Exception {
    EditedManifest manifest = open(false);
    manifest.apply(new ManifestEdit.AddRow(row("gfx908", "c.kpack")));
    assertThat(targets(manifest.manifest())).containsExactly("gfx906", "gfx908", "gfx942");
  }

  @Test
  void anotherDialectHasItsOwnKeysAndBackAgainTheOldOnes() throws Exception {
    EditedManifest manifest = open(false);
    manifest.apply(new ManifestEdit.SetDialect(ManifestDialect.BY_LIST));
    assertThat(manifest.manifest().prefix()).isNull();
    manifest.save(Progress.NONE);
    Manifest saved = ManifestFile.open(path()).manifest();
    assertThat(saved.dialect()).isEqualTo(ManifestDialect.BY_LIST);
    assertThat(saved.fields())
        .extracting(RawPair::name)
        .containsExactlyInAnyOrder("x_tool", "version", "component", "kpack_files");
    assertThat(saved.rows().getFirst().fields())
        .extracting(RawPair::name)
        .containsExactlyInAnyOrder("x", "architecture", "filename", "size", "kernel_count");
    manifest.undo();
    assertThat(manifest.manifest().prefix()).isEqualTo("p");
    manifest.apply(new ManifestEdit.SetPrefix(null));
    manifest.save(Progress.NONE);
    assertThat(ManifestFile.open(path()).manifest().prefix()).isNull();
  }

  @Test
  void aPreviewChangesNothingAndSaysWhatWould() throws Exception {
    EditedManifest manifest = open(false);
    Manifest before = manifest.manifest();
    Manifest after =
        EditedManifest.preview(
            path(),
            before,
            new ManifestEdit.UpdateFromDisk(
                List.of(new ManifestEdit.Row("gfx906", "a.kpack", 7, 3, null)),
                List.of(row("gfx908", "c.kpack")),
                List.of("gfx942")));
    assertThat(manifest.manifest()).isSameAs(before);
    assertThat(manifest.dirty()).isFalse();
    assertThat(ManifestChanges.between(before, after))
        .containsExactly(
            new ManifestChanges.Change(
                ManifestChanges.Kind.REMOVED, "gfx942", "b.kpack", List.of()),
            new ManifestChanges.Change(
                ManifestChanges.Kind.CHANGED, "gfx906", "a.kpack", List.of("size 900 → 7")),
            new ManifestChanges.Change(ManifestChanges.Kind.ADDED, "gfx908", "c.kpack", List.of()));
    assertThat(ManifestChanges.between(before, before)).isEmpty();
  }

  @Test
  void whatADialectHasNoPlaceForIsSaidBefore() throws Exception {
    EditedManifest manifest = open(false);
    DialectChange change = DialectChange.of(manifest.manifest(), ManifestDialect.BY_LIST);
    assertThat(change.lost()).containsExactly("the prefix p");
    assertThat(change.lacking()).containsExactly("a checksum of 2 rows");
    manifest.apply(new ManifestEdit.SetDialect(ManifestDialect.BY_LIST));
    assertThat(manifest.manifest().rows())
        .extracting(ManifestRow::sizeBytes)
        .containsExactly(900L, 2L);
    manifest.save(Progress.NONE);
    assertThat(ManifestFile.open(path()).manifest().rows())
        .allMatch(row -> row.sizeBytes() > 0 && row.kernelCount() >= 0);
    DialectChange back = DialectChange.of(manifest.manifest(), ManifestDialect.BY_ARCHITECTURE);
    assertThat(back.lost()).isEmpty();
    assertThat(back.lacking()).containsExactly("a prefix");
    manifest.undo();
    assertThat(manifest.manifest().rows().getFirst().sizeBytes()).isEqualTo(900);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsGoElsewhereAndStayThere(boolean list) throws Exception {
    EditedManifest manifest = open(list);
    manifest.apply(new ManifestEdit.MoveRow("gfx942", "gfx906"));
    assertThat(manifest.history().done().getLast().words())
        .isEqualTo("move of gfx942 before gfx906");
    assertThat(targets(manifest.manifest())).containsExactly("gfx942", "gfx906");
    manifest.save(Progress.NONE);
    assertThat(targets(ManifestFile.open(path()).manifest())).containsExactly("gfx942", "gfx906");
    manifest.apply(new ManifestEdit.MoveRow("gfx942", null));
    assertThat(targets(manifest.manifest())).containsExactly("gfx906", "gfx942");
    refused(open(list), Reason.BAD_VALUE, "nothing", new ManifestEdit.MoveRow("gfx906", "gfx942"));
    refused(open(list), Reason.NOT_FOUND, "gfx1", new ManifestEdit.MoveRow("gfx906", "gfx1"));
  }

  @Test
  void rowsWhoseTargetsNobodyKnowsAreUpdatedByTheHundredThousand() throws Exception {
    Manifest many =
        Manifest.of(
            "c",
            "p",
            java.util.stream.IntStream.range(0, 100_000)
                .mapToObj(i -> new ManifestRow("t%06d".formatted(i), "a" + i, i, 1, null))
                .toList());
    List<ManifestEdit.Row> changed =
        many.rows().stream()
            .map(row -> new ManifestEdit.Row(row.targetText(), row.file(), 7, 7, null))
            .toList();
    Manifest updated =
        ManifestEditor.apply(
            "c.kpm", many, new ManifestEdit.UpdateFromDisk(changed, List.of(), List.of()));
    assertThat(updated.rows()).allMatch(row -> row.sizeBytes() == 7);
  }

  private static void refused(
      EditedManifest manifest, Reason reason, String words, ManifestEdit edit) {
    Manifest before = manifest.manifest();
    assertThatThrownBy(() -> manifest.apply(edit))
        .isInstanceOfSatisfying(
            FormatException.class, failure -> assertThat(failure.reason()).isEqualTo(reason))
        .hasMessageContaining(words)
        .hasMessageContaining(edit.words());
    assertThat(manifest.manifest()).isSameAs(before);
    assertThat(manifest.dirty()).isFalse();
  }

  @Test
  void whatNoReaderCouldUseIsRefusedAtTheEdit() throws Exception {
    EditedManifest manifest = open(false);
    refused(
        manifest,
        Reason.DUPLICATE_KEY,
        "gfx942",
        new ManifestEdit.SetRow("gfx906", row("gfx942", "a.kpack")));
    refused(
        manifest,
        Reason.UNSAFE_PATH,
        "../a.kpack",
        new ManifestEdit.AddRow(row("gfx908", "../a.kpack")));
    refused(
        manifest,
        Reason.BAD_VALUE,
        "gfx90a:sramecc+:xnack-",
        new ManifestEdit.AddRow(row("gfx90a:xnack-:sramecc+", "a.kpack")));
    refused(manifest, Reason.NOT_FOUND, "gfx1", new ManifestEdit.RemoveRows(List.of("gfx1")));
    refused(manifest, Reason.BAD_VALUE, "nothing", new ManifestEdit.SetComponent("c"));
    refused(
        open(true), Reason.BAD_VALUE, "Change the dialect", new ManifestEdit.SetPrefix("stage"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void updatedFromTheDiskItIsCleanAgainstIt(boolean list) throws Exception {
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    EditArchives.write(
        folder.resolve("n.kpack"),
        StorageScheme.NONE,
        3,
        java.util.Map.of(new RowRef("x#0", "gfx1100"), EditArchives.held(1, 5)));
    Files.write(folder.resolve("two.kpack"), GoldenArchive.bytes());
    EditedManifest manifest = open(list);
    DiskUpdate update =
        DiskUpdate.of(
            path(), manifest.manifest(), EnumSet.allOf(DiskUpdate.Option.class), Progress.NONE);
    assertThat(update.notAdded()).containsExactly(folder.toAbsolutePath().resolve("two.kpack"));
    manifest.apply(java.util.Objects.requireNonNull(update.edit()));
    assertThat(manifest.history().done().getLast().words()).isEqualTo("update from disk");
    manifest.save(Progress.NONE);
    Files.delete(folder.resolve("two.kpack"));
    Manifest saved = ManifestFile.open(path()).manifest();
    assertThat(targets(saved)).containsExactlyInAnyOrder("gfx906", "gfx1100");
    assertThat(ManifestDiskCheck.run(path(), saved, true, Progress.NONE).clean()).isTrue();
    assertThat(DiskUpdate.of(path(), saved, Set.of(), Progress.NONE).edit()).isNull();
    manifest.undo();
    assertThat(targets(manifest.manifest())).containsExactly("gfx906", "gfx942");
  }

  @Test
  void withoutAskingMissingArchivesKeepTheirRows() throws Exception {
    EditedManifest manifest = open(false);
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    ManifestEdit.UpdateFromDisk edit =
        DiskUpdate.of(path(), manifest.manifest(), Set.of(), Progress.NONE).edit();
    assertThat(edit.removed()).isEmpty();
    assertThat(edit.changed())
        .containsExactly(new ManifestEdit.Row("gfx906", "a.kpack", 903, 3, null));
  }

  @Test
  void whatAnUpdateCannotMendIsNamed() throws Exception {
    EditedManifest manifest = open(false);
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    Files.write(folder.resolve("more.kpack"), GoldenArchive.bytes());
    DiskUpdate update = DiskUpdate.of(path(), manifest.manifest(), Set.of(), Progress.NONE);
    assertThat(update.missing()).extracting(ManifestRow::file).containsExactly("b.kpack");
    assertThat(update.notAdded()).extracting(Path::getFileName).hasToString("[more.kpack]");
    Files.write(folder.resolve("a.kpack"), new byte[70]);
    DiskUpdate broken = DiskUpdate.of(path(), manifest.manifest(), Set.of(), Progress.NONE);
    assertThat(broken.unreadable()).extracting(ManifestRow::file).containsExactly("a.kpack");
    assertThat(broken.edit()).as("what cannot be read is not measured").isNull();
  }

  @Test
  void checksumsAreAddedOnRequest() throws Exception {
    EditedManifest manifest = open(false);
    Files.write(folder.resolve("a.kpack"), GoldenArchive.bytes());
    manifest.apply(
        java.util.Objects.requireNonNull(
            DiskUpdate.of(
                    path(),
                    manifest.manifest(),
                    EnumSet.of(DiskUpdate.Option.ADD_CHECKSUMS),
                    Progress.NONE)
                .edit()));
    manifest.save(Progress.NONE);
    ManifestRow row = ManifestFile.open(path()).manifest().rows().getFirst();
    assertThat(row.sha256())
        .isEqualTo(ManifestDiskCheck.sha256(folder.resolve("a.kpack"), Progress.NONE));
    assertThat(row.fields()).extracting(RawPair::name).contains("x", "sha256");
  }

  @Test
  void aFileThatWasWrittenMeanwhileIsNotReplacedAndTheEditsCanBeKept() throws Exception {
    EditedManifest manifest = open(false);
    ManifestEdit rename = new ManifestEdit.SetComponent("mine");
    ManifestEdit remove = new ManifestEdit.RemoveRows(List.of("gfx942"));
    manifest.apply(rename);
    manifest.apply(remove);
    EditedManifest theirs = EditedManifest.open(path());
    theirs.apply(new ManifestEdit.RemoveRows(List.of("gfx942")));
    theirs.save(Progress.NONE);
    assertThatThrownBy(() -> manifest.save(Progress.NONE))
        .isInstanceOfSatisfying(
            FormatException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
    EditedManifest newer = EditedManifest.open(path());
    Rebased<ManifestEdit> rebased = manifest.rebaseOnto(newer);
    assertThat(rebased.kept()).containsExactly(rename);
    assertThat(rebased.dropped()).extracting(Rebased.Dropped::edit).containsExactly(remove);
    newer.save(Progress.NONE);
    assertThat(ManifestFile.open(path()).manifest().component()).isEqualTo("mine");
  }

  @Test
  void aManifestThatCouldNotBeReadInFullIsNotEdited() throws Exception {
    open(false);
    byte[] bytes = Files.readAllBytes(path());
    Files.write(path(), java.util.Arrays.copyOf(bytes, bytes.length - 3));
    assertThatThrownBy(() -> EditedManifest.open(path())).isInstanceOf(FormatException.class);
  }

  @Test
  void anySequenceUndoneGivesTheOriginalBytesAndRedoneTheLastOnes() throws Exception {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      EditedManifest manifest = open(random.nextBoolean());
      final byte[] before = Files.readAllBytes(path());
      List<Manifest> states = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        Manifest state = manifest.manifest();
        try {
          manifest.apply(random(random, state));
          states.add(state);
        } catch (FormatException refused) {
          assertThat(manifest.manifest()).isSameAs(state);
        }
      }
      assertThat(states).hasSizeGreaterThan(8);
      manifest.save(Progress.NONE);
      byte[] last = Files.readAllBytes(path());
      for (Manifest state : states.reversed()) {
        manifest.undo();
        assertThat(manifest.manifest()).isSameAs(state);
      }
      manifest.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isEqualTo(before);
      while (manifest.redo() != null) {}
      manifest.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isEqualTo(last);
    }
  }

  private static ManifestEdit random(Random random, Manifest now) {
    String target = "gfx90" + random.nextInt(9);
    String there =
        now.rows().isEmpty()
            ? target
            : now.rows().get(random.nextInt(now.rows().size())).targetText();
    return switch (random.nextInt(8)) {
      case 0, 1 -> new ManifestEdit.AddRow(row(target, target + ".kpack"));
      case 2 -> new ManifestEdit.SetRow(there, row(target, "f" + random.nextInt(3)));
      case 3 -> new ManifestEdit.RemoveRows(List.of(there));
      case 4 -> new ManifestEdit.SetComponent("c" + random.nextInt(3));
      case 6 -> new ManifestEdit.MoveRow(there, random.nextBoolean() ? null : target);
      case 5 -> new ManifestEdit.SetPrefix(random.nextBoolean() ? null : "p" + random.nextInt(2));
      default -> new ManifestEdit.SetDialect(ManifestDialect.values()[random.nextInt(2)]);
    };
  }
}
