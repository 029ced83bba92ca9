package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.GoldenArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedDocument.Rebased;

class ArchiveSaveTest {
  private static final RowRef A = new RowRef("lib/a.so#0", "gfx906");

  @TempDir Path folder;

  private Path path() {
    return folder.resolve("a.kpack");
  }

  private Path write(StorageScheme scheme) throws Exception {
    return EditArchives.write(path(), scheme, 3, EditArchives.rows());
  }

  private static byte[] stored(KpackArchive archive, int row) throws Exception {
    ByteView view = archive.stored(row);
    return view.bytes(0, (int) view.size());
  }

  @ParameterizedTest
  @EnumSource(value = StorageScheme.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
  void anEditAndItsOppositeGiveTheSameBytes(StorageScheme scheme) throws Exception {
    byte[] before = Files.readAllBytes(write(scheme));
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.RenameBinary("lib/a.so", "lib/quite-another-name.so"));
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isNotEqualTo(before);
      archive.apply(new ArchiveEdit.RenameBinary("lib/quite-another-name.so", "lib/a.so"));
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isEqualTo(before);
      archive.undo();
      archive.undo();
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isEqualTo(before);
    }
  }

  @Test
  void someRowsAreWrittenAsTheyAreNow() throws Exception {
    write(StorageScheme.ZSTD_PER_KERNEL);
    byte[] before = Files.readAllBytes(path());
    Path part = folder.resolve("part.kpack");
    EditArchives.Held added = EditArchives.held(7, 300);
    FileStamp file = EditArchives.file(folder.resolve("k7"), added);
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.writeRows(Set.of(archive.row(1).id()), part, Progress.NONE);
      assertThat(EditArchives.read(part)).containsOnlyKeys("lib/a.so#0 @ gfx90a:xnack+");
      Files.delete(part);
      archive.apply(new ArchiveEdit.RenameBinary("lib/b.so", "lib/c.so"));
      archive.apply(new ArchiveEdit.Replace(A, file));
      Set<Integer> ids = new HashSet<>();
      for (int i = 0; i < archive.rowCount(); i++) {
        if (archive.row(i).change() != EditedRows.EditedRow.Change.NONE) {
          ids.add(archive.row(i).id());
        }
      }
      archive.writeRows(ids, part, Progress.NONE);
      Map<RowRef, EditArchives.Held> expected = new LinkedHashMap<>();
      expected.put(A, added);
      expected.put(
          new RowRef("lib/c.so#0", "gfx906"),
          EditArchives.rows().get(new RowRef("lib/b.so#0", "gfx906")));
      assertThat(EditArchives.read(part)).isEqualTo(EditArchives.expected(expected));
      assertThat(EditArchives.findings(part)).isEmpty();
      try (KpackArchive written = KpackArchive.open(part)) {
        assertThat(written.architectures()).containsExactly("gfx906");
      }
      assertThat(archive.history().dirty()).isTrue();
    }
    assertThat(path()).hasBinaryContent(before);
  }

  @Test
  void theGoldenFileSavedAsAnotherIsTheGoldenFile() throws Exception {
    Files.write(path(), GoldenArchive.bytes());
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.saveAs(folder.resolve("b.kpack"), false, Progress.NONE);
      assertThat(archive.stamp().fileName()).isEqualTo("b.kpack");
    }
    assertThat(folder.resolve("b.kpack")).hasBinaryContent(GoldenArchive.bytes());
  }

  @Test
  void onlyWhatNoLoaderOpenedMayStayBeyondTheirLimits() throws Exception {
    write(StorageScheme.ZSTD_PER_KERNEL);
    try (EditedArchive archive = EditedArchive.open(path())) {
      assertThat(limits(archive)).isEqualTo(LoaderLimits.SHIPPING);
      archive.allowBeyondLoaders();
      assertThat(limits(archive)).isEqualTo(LoaderLimits.NONE);
    }
    TestArchive large = TestArchive.zstd();
    byte[][] frames = new byte[1_048_577][];
    Arrays.fill(frames, large.frame(new byte[0]));
    Files.write(path(), large.frames(frames).area(large.blobArea.length).bytes());
    try (EditedArchive archive = EditedArchive.open(path())) {
      assertThat(limits(archive)).isEqualTo(LoaderLimits.NONE);
    }
  }

  private static LoaderLimits limits(EditedArchive archive) throws Exception {
    return ArchiveSave.options(archive.saving().plan(), false).limits();
  }

  /** What only a copy keeps: frames of another level, one that is broken, unknown keys, gaps. */
  private static byte[] peculiar(boolean zstd) {
    byte[][] kernels = {kernel(1, 4000), kernel(2, 500), kernel(3, 60)};
    TestArchive made = zstd ? TestArchive.zstd(kernels) : TestArchive.plain(kernels);
    made.extra.put("x_builder", map("host", "ci", "list", List.of(1, 2)));
    made.toc(
        map(
            "lib/a.so#0",
            map(
                "gfx906",
                map("ordinal", 0, "x_first", 1, "type", "co")
                    .put("original_size", 4000)
                    .put("metadata", map("M", 16)),
                "gfx900",
                entry(0, 4000)),
            "lib/plain.so",
            map("gfx900", entry(2, 60).put("future", List.of(true)))));
    byte[] bytes = made.bytes();
    // The content of the first blob, which is a frame that does not decompress any more.
    bytes[64 + (zstd ? 100 : 0)] ^= 0x55;
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsNotTouchedIsCopiedAsItIs(boolean zstd) throws Exception {
    byte[] bytes = peculiar(zstd);
    Files.write(path(), bytes);
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.RenameKey("lib/plain.so", "lib/other.so"));
      archive.save(Progress.NONE);
      byte[] saved = Files.readAllBytes(path());
      // Another name of the same length: nothing else may differ, unknown keys and all.
      byte[] expected = bytes.clone();
      int at = indexOf(bytes, "lib/plain.so");
      System.arraycopy(
          "lib/other.so".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, expected, at, 12);
      assertThat(saved).isEqualTo(expected);
    }
  }

  private static int indexOf(byte[] bytes, String text) {
    return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(text);
  }

  @Test
  void metadataIsEditedInItsPlaceAmongUnknownKeys() throws Exception {
    Files.write(path(), peculiar(false));
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetMetadata(A, Map.of("N", MsgValue.Int.of(3))));
      archive.apply(
          new ArchiveEdit.SetMetadata(
              new RowRef("lib/plain.so", "gfx900"), Map.of("K", MsgValue.Int.of(4))));
      archive.save(Progress.NONE);
    }
    try (KpackArchive saved = KpackArchive.open(path())) {
      assertThat(saved.fields(0))
          .extracting(field -> field.name())
          .containsExactly("ordinal", "x_first", "type", "original_size", "metadata");
      assertThat(saved.metadata(0)).isEqualTo(Map.of("N", MsgValue.Int.of(3)));
      assertThat(saved.fields(2))
          .extracting(field -> field.name())
          .containsExactly("type", "ordinal", "original_size", "future", "metadata");
      assertThat(saved.fields()).extracting(field -> field.name()).contains("x_builder");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageScheme.class,
      names = {"NONE", "ZSTD_PER_KERNEL"})
  void theLastRowOfABlobTakesItAlongAndSharedOnesStayShared(StorageScheme scheme) throws Exception {
    write(scheme);
    try (EditedArchive archive = EditedArchive.open(path())) {
      assertThat(archive.original().blobCount()).hasValue(4);
      archive.apply(new ArchiveEdit.Delete(List.of(A)));
      assertThat(blobsSaved(archive)).isEqualTo(4);
      archive.apply(new ArchiveEdit.Delete(List.of(new RowRef("lib/b.so#0", "gfx906"))));
      assertThat(blobsSaved(archive)).isEqualTo(3);
      archive.undo();
      archive.undo();
      assertThat(blobsSaved(archive)).isEqualTo(4);
    }
    assertThat(EditArchives.read(path())).isEqualTo(EditArchives.expected(EditArchives.rows()));
    assertThat(EditArchives.findings(path())).isEmpty();
  }

  @Test
  void framesOfAnotherArchiveAreTakenAsTheyAreStored() throws Exception {
    write(StorageScheme.ZSTD_PER_KERNEL);
    Map<RowRef, EditArchives.Held> rows = new LinkedHashMap<>();
    rows.put(new RowRef("lib/x.so#0", "gfx942"), EditArchives.held(11, 9000));
    rows.put(new RowRef("lib/x.so#1", "gfx942"), EditArchives.held(11, 9000));
    Path other = folder.resolve("o.kpack");
    EditArchives.write(other, StorageScheme.ZSTD_PER_KERNEL, 19, rows);
    try (EditedArchive archive = EditedArchive.open(path());
        KpackArchive source = KpackArchive.open(other)) {
      archive.apply(new ArchiveEdit.Merge(FileStamp.of(other), Clash.REFUSE));
      archive.save(Progress.NONE);
      try (KpackArchive saved = KpackArchive.open(path())) {
        saved.blobs(Progress.NONE);
        source.blobs(Progress.NONE);
        assertThat(stored(saved, 5)).isEqualTo(stored(source, 0));
        assertThat(saved.ordinal(5)).isEqualTo(saved.ordinal(6));
        assertThat(saved.architectures()).containsExactly("gfx906", "gfx90a:xnack+", "gfx942");
      }
    }
    assertThat(EditArchives.findings(path())).isEmpty();
  }

  @Test
  void schemeAndLevelChangeOnlyHowThingsAreStored() throws Exception {
    byte[] before = Files.readAllBytes(write(StorageScheme.ZSTD_PER_KERNEL));
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetStorage(StorageScheme.NONE, null));
      archive.save(Progress.NONE);
      assertThat(EditArchives.read(path())).isEqualTo(EditArchives.expected(EditArchives.rows()));
      try (KpackArchive saved = KpackArchive.open(path())) {
        assertThat(saved.scheme()).isEqualTo(StorageScheme.NONE);
      }
      archive.apply(new ArchiveEdit.SetStorage(StorageScheme.ZSTD_PER_KERNEL, 19));
      archive.save(Progress.NONE);
      Path best =
          EditArchives.write(
              folder.resolve("b.kpack"), StorageScheme.ZSTD_PER_KERNEL, 19, EditArchives.rows());
      assertThat(path()).hasSameBinaryContentAs(best);
      archive.apply(new ArchiveEdit.SetStorage(StorageScheme.ZSTD_PER_KERNEL, 3));
      archive.save(Progress.NONE);
      assertThat(Files.readAllBytes(path())).isEqualTo(before);
    }
  }

  @Test
  void aFileThatWasWrittenMeanwhileIsNotReplacedAndTheEditsCanBeKept() throws Exception {
    write(StorageScheme.ZSTD_PER_KERNEL);
    ArchiveEdit rename = new ArchiveEdit.RenameBinary("lib/b.so", "lib/z.so");
    ArchiveEdit delete = new ArchiveEdit.Delete(List.of(A));
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(delete);
      archive.apply(rename);
      Map<RowRef, EditArchives.Held> others = EditArchives.rows();
      others.remove(A);
      others.put(new RowRef("lib/c.so#0", "gfx906"), EditArchives.held(6, 60));
      EditArchives.write(path(), StorageScheme.NONE, 3, others);
      byte[] theirs = Files.readAllBytes(path());
      assertThatThrownBy(() -> archive.save(Progress.NONE))
          .isInstanceOfSatisfying(
              FormatException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED))
          .hasMessageContaining("apply the edits");
      assertThat(Files.readAllBytes(path())).isEqualTo(theirs);
      assertThat(archive.dirty()).isTrue();
      try (EditedArchive newer = EditedArchive.open(path())) {
        Rebased<ArchiveEdit> rebased = archive.rebaseOnto(newer);
        assertThat(rebased.kept()).containsExactly(rename);
        assertThat(rebased.dropped()).extracting(Rebased.Dropped::edit).containsExactly(delete);
        assertThat(rebased.dropped().getFirst().why()).hasMessageContaining(A.words());
        newer.save(Progress.NONE);
      }
    }
    assertThat(EditArchives.read(path()).keySet())
        .contains("lib/z.so#0 @ gfx906", "lib/c.so#0 @ gfx906")
        .doesNotContain(A.words());
  }

  @Test
  void aFileThatVanishedIsNotSavedOver() throws Exception {
    write(StorageScheme.NONE);
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetGroup("g"));
      Files.delete(path());
      assertThatThrownBy(() -> archive.save(Progress.NONE)).hasMessageContaining("no file");
      archive.saveAs(path(), false, Progress.NONE);
      assertThat(archive.dirty()).isFalse();
    }
    assertThat(EditArchives.read(path())).isEqualTo(EditArchives.expected(EditArchives.rows()));
  }

  @Test
  void anAddedFileThatChangedSinceStopsTheSave() throws Exception {
    byte[] before = Files.readAllBytes(write(StorageScheme.NONE));
    Path file = folder.resolve("k");
    FileStamp stamp = EditArchives.file(file, EditArchives.held(9, 90));
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.Replace(A, stamp));
      Files.write(file, new byte[91]);
      assertThatThrownBy(() -> archive.save(Progress.NONE)).hasMessageContaining(file.toString());
      assertThat(Files.readAllBytes(path())).isEqualTo(before);
      Files.write(file, EditArchives.held(9, 90).bytes());
      Files.setLastModifiedTime(
          file,
          java.nio.file.attribute.FileTime.from(
              stamp.modifiedNanos(), java.util.concurrent.TimeUnit.NANOSECONDS));
      archive.save(Progress.NONE);
    }
    Map<RowRef, EditArchives.Held> rows = EditArchives.rows();
    rows.put(A, EditArchives.held(9, 90));
    assertThat(EditArchives.read(path())).isEqualTo(EditArchives.expected(rows));
    assertThat(EditArchives.findings(path())).isEmpty();
  }

  @Test
  void aBrokenRowHasToGoOrBeMendedBeforeSaving() throws Exception {
    byte[] bytes =
        TestArchive.plain(kernel(1, 40))
            .toc(
                map(
                    "/absolute#0",
                    map("gfx906", entry(0, 40)),
                    "lib/bad.so#0",
                    map("gfx906", entry(7, 40))))
            .bytes();
    Files.write(path(), bytes);
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetGroup("g"));
      assertThatThrownBy(() -> archive.save(Progress.NONE))
          .hasMessageContaining("/absolute#0 @ gfx906")
          .hasMessageContaining("Delete the row, or give it another name");
      archive.apply(new ArchiveEdit.RenameKey("/absolute#0", "lib/good.so#0"));
      assertThatThrownBy(() -> archive.save(Progress.NONE)).hasMessageContaining("lib/bad.so#0");
      archive.apply(new ArchiveEdit.Delete(List.of(new RowRef("lib/bad.so#0", "gfx906"))));
      archive.save(Progress.NONE);
    }
    assertThat(Files.readAllBytes(folder.resolve("a.kpack"))).isNotEqualTo(bytes);
    assertThat(EditArchives.read(path()).keySet()).containsExactly("lib/good.so#0 @ gfx906");
  }

  @Test
  void whatCannotBeWrittenAnewWithoutLossIsNotEdited() throws Exception {
    TestArchive unknown = TestArchive.plain(kernel(1, 40));
    unknown.scheme = "lz4-of-the-future";
    Files.write(path(), unknown.bytes());
    assertThatThrownBy(() -> EditedArchive.open(path())).hasMessageContaining("lz4-of-the-future");
    byte[] cut = Files.readAllBytes(write(StorageScheme.NONE));
    Files.write(path(), Arrays.copyOf(cut, cut.length - 30));
    assertThatThrownBy(() -> EditedArchive.open(path())).isInstanceOf(FormatException.class);
  }

  @Test
  void anArchiveWhoseChainOfFramesBreaksOffIsNotEdited() throws Exception {
    TestArchive made = TestArchive.zstd(kernel(1, 40), kernel(2, 40));
    made.toc(map("lib/a.so#0", map("gfx906", entry(0, 40))));
    byte[] bytes = made.bytes();
    bytes[64] = 9;
    Files.write(path(), bytes);
    assertThatThrownBy(() -> EditedArchive.open(path())).hasMessageContaining("frame");
  }

  @Test
  void savedAsNothingIsReplacedUnlessAsked() throws Exception {
    write(StorageScheme.NONE);
    Path other = Files.writeString(folder.resolve("b.kpack"), "theirs");
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetFamily("f"));
      assertThatThrownBy(() -> archive.saveAs(other, false, Progress.NONE))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThat(other).hasContent("theirs");
      archive.saveAs(other, true, Progress.NONE);
    }
    try (KpackArchive saved = KpackArchive.open(other);
        KpackArchive old = KpackArchive.open(path())) {
      assertThat(saved.family()).isEqualTo("f");
      assertThat(old.family()).isEqualTo("gfx9");
    }
  }

  @Test
  void splitByTargetEachArchiveHasItsRowsAndFramesAsTheyWere() throws Exception {
    write(StorageScheme.ZSTD_PER_KERNEL);
    try (EditedArchive archive = EditedArchive.open(path())) {
      archive.apply(new ArchiveEdit.SetGroup("split"));
      List<Path> files = archive.splitting(folder, "a_@GFXARCH@.kpack").run(false, Progress.NONE);
      assertThat(files)
          .containsExactly(
              folder.resolve("a_gfx906.kpack"), folder.resolve("a_gfx90a:xnack+.kpack"));
      Map<String, String> all = new LinkedHashMap<>();
      for (Path file : files) {
        all.putAll(EditArchives.read(file));
        assertThat(EditArchives.findings(file)).isEmpty();
      }
      assertThat(all).isEqualTo(EditArchives.expected(EditArchives.rows()));
      try (KpackArchive one = KpackArchive.open(files.getLast())) {
        assertThat(one.architectures()).containsExactly("gfx90a:xnack+");
        assertThat(one.groupName()).isEqualTo("split");
        assertThat(stored(one, 0)).isEqualTo(stored(archive.original(), 1));
      }
      assertThatThrownBy(
              () -> archive.splitting(folder, "a_@GFXARCH@.kpack").run(false, Progress.NONE))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> archive.splitting(folder, "../@GFXARCH@").run(false, Progress.NONE))
          .hasMessageContaining("file name");
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).hasSize(3);
    }
    assertThat(WriteOptions.DEFAULT.replace()).isFalse();
  }

  private static int blobsSaved(EditedArchive archive) throws IOException {
    archive.save(Progress.NONE);
    try (KpackArchive saved = KpackArchive.open(archive.stamp().path())) {
      return saved.blobCount().orElseThrow();
    }
  }
}
