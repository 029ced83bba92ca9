package org.kpackworkbench.model.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;
import static org.kpackworkbench.model.format.kpack.TestArchive.entry;
import static org.kpackworkbench.model.format.kpack.TestArchive.kernel;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

class ArchiveWriterTest {
  private static final TableHead INFO =
      new TableHead("test", "gfx900X", List.of("gfx900", "gfx906"));

  @TempDir Path folder;

  private Path target() {
    return folder.resolve("out.kpack");
  }

  private static NewEntry row(String binary, String target) {
    return NewEntry.of(new BinaryKey(binary, 0, true), target);
  }

  private static ByteView view(byte[] bytes) {
    return ByteView.of("kernel", bytes);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private byte[] write(WriteOptions options, List<byte[]> kernels) throws IOException {
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), INFO, options.withReplace(true), Progress.NONE)) {
      for (int i = 0; i < kernels.size(); i++) {
        writer.add(row("lib/" + i + ".so", "gfx900"), view(kernels.get(i)));
      }
      writer.finish();
    }
    return Files.readAllBytes(target());
  }

  @Test
  void whatLoadersWouldNotOpenIsNotWritten() throws IOException {
    List<byte[]> kernels = List.of(kernel(1, 500), kernel(2, 500), kernel(3, 500));
    WriteOptions frames = WriteOptions.DEFAULT.withLimits(new LoaderLimits(1 << 20, 2));
    assertThatThrownBy(() -> write(frames, kernels))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("more than loaders open: it has 3 frames; loaders take 2 at most")
        .hasMessageContaining("Make one archive for each target");
    WriteOptions bytes = WriteOptions.DEFAULT.withLimits(new LoaderLimits(500, 9));
    assertThatThrownBy(() -> write(bytes, kernels))
        .hasMessageContaining("bytes; loaders take 500 bytes at most");
    assertThat(files()).isEmpty();
    // Uncompressed archives have no such limits, and up to them all is well.
    write(frames.withScheme(StorageScheme.NONE), kernels);
    write(frames, kernels.subList(0, 2));
  }

  @Test
  void writesTheGoldenFile() throws Exception {
    byte[] golden = TestArchive.golden();
    WriteOptions plain = WriteOptions.DEFAULT.withScheme(StorageScheme.NONE);
    try (ArchiveWriter writer = ArchiveWriter.create(target(), INFO, plain, Progress.NONE)) {
      writer.add(row("lib/libtest.so", "gfx900"), view(Arrays.copyOfRange(golden, 64, 183)));
      writer.add(row("lib/libtest.so", "gfx906"), view(Arrays.copyOfRange(golden, 183, 402)));
      writer.add(row("bin/testapp", "gfx900"), view(Arrays.copyOfRange(golden, 402, 570)));
      assertThat(writer.finish()).isEqualTo(new WrittenArchive(3, 3, 570, 903, 0, 0, false));
    }
    assertThat(Files.readAllBytes(target())).isEqualTo(golden);
    assertThat(files()).containsExactly("out.kpack");
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageScheme.class,
      names = {"NONE", "ZSTD_PER_KERNEL"})
  void whatIsWrittenIsRead(StorageScheme scheme) throws Exception {
    List<byte[]> kernels = new ArrayList<>();
    for (int size : new int[] {0, 1, 8, 40_000, 1_500_000, 33 << 20}) {
      kernels.add(kernel(size, size));
    }
    write(WriteOptions.DEFAULT.withScheme(scheme), kernels);
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.problems()).isEmpty();
      assertThat(archive.scheme()).isEqualTo(scheme);
      assertThat(archive.architectures()).containsExactly("gfx900", "gfx906");
      for (int row = 0; row < kernels.size(); row++) {
        ByteView loaded = archive.load(row);
        assertThat(loaded.bytes(0, (int) loaded.size())).isEqualTo(kernels.get(row));
      }
      StoredBlobs blobs = archive.blobs(Progress.NONE);
      assertThat(blobs.damage()).isNull();
      assertThat(blobs.end()).isEqualTo(archive.tableRange().start());
      assertThat(Overlaps.of(ArchiveClaims.of(archive, Progress.NONE))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 19, 22})
  void everyLevelHasContentSizeAndChecksum(int level) throws Exception {
    write(WriteOptions.DEFAULT.withLevel(level), List.of(kernel(1, 5000)));
    try (KpackArchive archive = KpackArchive.open(target())) {
      byte[] frame = archive.stored(0).bytes(0, (int) archive.stored(0).size());
      assertThat(com.github.luben.zstd.Zstd.getFrameContentSize(frame)).isEqualTo(5000);
      assertThat(frame[4] & 4).as("the checksum flag of the frame header").isEqualTo(4);
    }
  }

  @Test
  void aStreamedFrameHasContentSizeAndChecksumToo() throws Exception {
    write(WriteOptions.DEFAULT, List.of(new byte[(int) BlobPipeline.LARGE_BYTES + 1]));
    try (KpackArchive archive = KpackArchive.open(target())) {
      byte[] frame = archive.stored(0).bytes(0, 32);
      assertThat(com.github.luben.zstd.Zstd.getFrameContentSize(frame))
          .isEqualTo(BlobPipeline.LARGE_BYTES + 1);
      assertThat(frame[4] & 4).isEqualTo(4);
    }
  }

  /**
   * A stream of unknown or known size has blocks that are chosen worse: 1.1 % more in real code.
   */
  @Test
  void framesAreThoseOfCompressionInOnePass() throws Exception {
    byte[] code = new byte[1_500_000];
    Random random = new Random(3);
    for (int at = 0; at < code.length; at++) {
      // Runs of near repeats, as instructions have, with changes of density between blocks.
      code[at] =
          at < 64 || random.nextInt(4 + (at >> 15)) == 0 ? (byte) random.nextInt() : code[at - 64];
    }
    write(WriteOptions.DEFAULT, List.of(code));
    try (KpackArchive archive = KpackArchive.open(target());
        ZstdCompressCtx context = new ZstdCompressCtx()) {
      byte[] frame = archive.stored(0).bytes(0, (int) archive.stored(0).size());
      assertThat(frame)
          .isEqualTo(context.setLevel(3).setChecksum(true).setContentSize(true).compress(code));
    }
  }

  @Test
  void theNumberOfThreadsDoesNotShow() throws Exception {
    List<byte[]> kernels = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      // Many are equal, and of very different cost, so threads meet the copies in any order.
      kernels.add(kernel(random.nextInt(60), 1 << random.nextInt(17)));
    }
    byte[] one = write(WriteOptions.DEFAULT.withThreads(1), kernels);
    for (int threads : new int[] {2, 7, 16}) {
      assertThat(write(WriteOptions.DEFAULT.withThreads(threads), kernels)).isEqualTo(one);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageScheme.class,
      names = {"NONE", "ZSTD_PER_KERNEL"})
  void equalKernelsAreStoredOnce(StorageScheme scheme) throws Exception {
    byte[] large = new byte[(int) BlobPipeline.LARGE_BYTES + 5];
    WriteOptions options = WriteOptions.DEFAULT.withScheme(scheme);
    try (ArchiveWriter writer = ArchiveWriter.create(target(), INFO, options, Progress.NONE)) {
      writer.add(row("a", "gfx900"), view(kernel(1, 500)));
      writer.add(row("b", "gfx900"), view(large));
      writer.add(row("a", "gfx906"), view(kernel(1, 500)));
      writer.add(row("b", "gfx906"), view(large.clone()));
      assertThat(writer.finish().blobs()).isEqualTo(2);
    }
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.entries()).extracting(ArchiveEntry::ordinal).containsExactly(0, 0, 1, 1);
      assertThat(archive.load(1).bytes(0, 500)).isEqualTo(kernel(1, 500));
    }
  }

  /** Frames of another archive, of the same level and of another one, and a new code object. */
  @Test
  void framesThatAreCopiedAreStoredOnceToo() throws Exception {
    byte[] code = kernel(3, 5000);
    byte[] other = kernel(4, 5000);
    Path better = folder.resolve("better.kpack");
    Path same = folder.resolve("same.kpack");
    for (Path file : List.of(better, same)) {
      WriteOptions options = WriteOptions.DEFAULT.withLevel(file.equals(same) ? 3 : 19);
      try (ArchiveWriter writer = ArchiveWriter.create(file, INFO, options, Progress.NONE)) {
        writer.add(row("a", "gfx900"), view(code));
        writer.add(row("b", "gfx900"), view(other));
        writer.finish();
      }
    }
    try (KpackArchive high = KpackArchive.open(better);
        KpackArchive low = KpackArchive.open(same);
        ArchiveWriter writer =
            ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE)) {
      high.blobs(Progress.NONE);
      low.blobs(Progress.NONE);
      assertThat(high.stored(0).size()).isNotEqualTo(low.stored(0).size());
      writer.row(row("a", "gfx900"), writer.copy(high.stored(0), code.length));
      writer.row(row("b", "gfx900"), writer.copy(high.stored(0), code.length));
      writer.row(row("c", "gfx900"), writer.copy(low.stored(0), code.length));
      writer.row(row("d", "gfx900"), writer.blob(view(code)));
      writer.row(row("e", "gfx900"), writer.copy(high.stored(1), other.length));
      // A blob without a row stays, since nothing says what is in it.
      writer.copy(high.stored(1), 0);
      assertThat(writer.finish())
          .returns(5, WrittenArchive::entries)
          .returns(3, WrittenArchive::blobs)
          .returns(3, WrittenArchive::equal)
          .returns(high.stored(0).size() + 2 * low.stored(0).size(), WrittenArchive::savedBytes);
    }
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.entries())
          .extracting(ArchiveEntry::ordinal)
          .containsExactly(0, 0, 0, 0, 1);
      for (int row = 0; row < 5; row++) {
        assertThat(archive.load(row).bytes(0, 5000)).isEqualTo(row < 4 ? code : other);
      }
    }
  }

  /** Two that do not unpack are one blob only where they are the same bytes. */
  @Test
  void brokenFramesAreNoOthers() throws Exception {
    byte[] frame = com.github.luben.zstd.Zstd.compress(kernel(3, 5000));
    byte[] broken = frame.clone();
    broken[frame.length / 2] ^= 1;
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE)) {
      writer.row(row("a", "gfx900"), writer.copy(view(frame), 5000));
      writer.row(row("b", "gfx900"), writer.copy(view(broken), 5000));
      writer.row(row("c", "gfx900"), writer.copy(view(broken.clone()), 5000));
      assertThat(writer.finish())
          .returns(2, WrittenArchive::blobs)
          .returns((long) broken.length, WrittenArchive::savedBytes);
    }
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.entries()).extracting(ArchiveEntry::ordinal).containsExactly(0, 1, 1);
    }
  }

  /** What is handed over and not written yet is held: as much as two threads need to be busy. */
  @Test
  void fewKernelsAreHeldAtOnce() throws Exception {
    WriteOptions options = WriteOptions.DEFAULT.withThreads(2);
    List<NewBlob> blobs = new ArrayList<>();
    try (ArchiveWriter writer = ArchiveWriter.create(target(), INFO, options, Progress.NONE)) {
      for (int i = 0; i < 400; i++) {
        blobs.add(writer.blob(view(kernel(i, 500))));
        if (i >= 128) {
          assertThat(blobs.get(i - 128).ordinal()).isEqualTo(i - 128);
        }
      }
      for (int i = 0; i < 40; i++) {
        blobs.add(writer.blob(view(kernel(i, 1 << 20))));
        if (i >= 8) {
          assertThat(blobs.get(400 + i - 8).ordinal()).isEqualTo(400 + i - 8);
        }
      }
    }
  }

  /** Some stay, some are taken back, in the middle of what is under way or when it is written. */
  @ParameterizedTest
  @CsvSource({"NONE, false", "NONE, true", "ZSTD_PER_KERNEL, false", "ZSTD_PER_KERNEL, true"})
  void whatIsTakenBackWasNeverThere(StorageScheme scheme, boolean drained) throws Exception {
    WriteOptions options = WriteOptions.DEFAULT.withScheme(scheme);
    TableHead head = new TableHead("g", "f", List.of("gfx1100"));
    Path plain = folder.resolve("plain.kpack");
    Path taken = folder.resolve("taken.kpack");
    for (Path file : List.of(plain, taken)) {
      try (ArchiveWriter writer = ArchiveWriter.create(file, head, options, Progress.NONE)) {
        add(writer, "first", 100);
        add(writer, "second", 70_000);
        if (file.equals(taken)) {
          int before = writer.handedOver();
          add(writer, "same as first", 100);
          add(writer, "gone", 50_000);
          add(writer, "gone, too", 60_000);
          if (drained) {
            writer.drain();
          }
          writer.takeBack(before);
        }
        // One like it was taken back: it is stored where it comes again.
        add(writer, "third", 50_000);
        add(writer, "again", 70_000);
        assertThat(writer.finish()).returns(4, WrittenArchive::entries);
      }
    }
    assertThat(taken).hasSameBinaryContentAs(plain);
  }

  private static void add(ArchiveWriter writer, String name, int size) throws IOException {
    byte[] kernel = new byte[size];
    new Random(size).nextBytes(kernel);
    writer.add(NewEntry.of(new BinaryKey(name, 0, true), "gfx1100"), ByteView.of(name, kernel));
  }

  @Test
  void kernelsOfOneSizeAndChecksumAreStillToldApart() throws Exception {
    // A checksum is a remainder: adding the polynomial that divides changes bytes and not the rest.
    byte[] polynomial = {(byte) 0xf1, 0x76, (byte) 0xec, 0x05, 0x01};
    byte[] one = new byte[64];
    byte[] other = one.clone();
    System.arraycopy(polynomial, 0, other, 20, polynomial.length);
    java.util.zip.CRC32C first = new java.util.zip.CRC32C();
    java.util.zip.CRC32C second = new java.util.zip.CRC32C();
    first.update(one);
    second.update(other);
    assertThat(first.getValue()).isEqualTo(second.getValue());
    assertThat(one).isNotEqualTo(other);
    write(WriteOptions.DEFAULT, List.of(one, other, one.clone(), other.clone()));
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.entries()).extracting(ArchiveEntry::ordinal).containsExactly(0, 1, 0, 1);
      assertThat(archive.load(3).bytes(0, 64)).isEqualTo(other);
    }
  }

  @Test
  void metadataStandsBehindTheOtherFields() throws Exception {
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    metadata.put("precision", new MsgValue.Text("f32"));
    metadata.put("M", MsgValue.Int.of(300));
    metadata.put("scale", new MsgValue.Real(0.5));
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE)) {
      writer.add(NewEntry.of(new BinaryKey("a", 2, true), "gfx900", metadata), view(kernel(1, 5)));
      writer.finish();
    }
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(archive.fields(0))
          .extracting(TableField::name)
          .containsExactly("type", "ordinal", "original_size", "metadata");
      assertThat(archive.metadata(0)).isEqualTo(metadata);
      assertThat(archive.metadata(0).keySet()).containsExactly("precision", "M", "scale");
    }
  }

  /** An archive with what an editor must not lose: unknown keys, another order, unused blobs. */
  private static byte[] peculiar(boolean zstd) {
    byte[][] kernels = {kernel(1, 400), kernel(2, 50), kernel(3, 60)};
    TestArchive made = zstd ? TestArchive.zstd(kernels) : TestArchive.plain(kernels);
    made.extra.put("x_builder", map("host", "ci", "list", List.of(1, 2)));
    return made.toc(
            map(
                "lib/a.so#0",
                map(
                    "gfx906",
                    map("ordinal", 0, "x_first", 1, "type", "co")
                        .put("original_size", 400)
                        .put("metadata", map("M", 16)),
                    "gfx900",
                    entry(0, 400)),
                "lib/plain.so",
                map("gfx900", entry(2, 60).put("future", List.of(true)))))
        .bytes();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void copyingEverythingChangesNoByte(boolean zstd) throws Exception {
    byte[] bytes = peculiar(zstd);
    KpackArchive source =
        KpackArchive.read(ByteView.of("source", bytes), new Place.File(Path.of("source")));
    WriteOptions options = WriteOptions.DEFAULT.withScheme(source.scheme());
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), TableHead.of(source), options, Progress.NONE)) {
      StoredBlobs stored = source.blobs(Progress.NONE);
      List<NewBlob> blobs = new ArrayList<>();
      long[] sizes = {400, 50, 60};
      for (int i = 0; i < stored.count(); i++) {
        blobs.add(
            writer.copy(
                source.view().slice(stored.offset(i).orElseThrow(), stored.sizeBytes(i)),
                sizes[i]));
      }
      for (int row = 0; row < source.entryCount(); row++) {
        writer.row(NewEntry.of(source, row), blobs.get(source.ordinal(row).orElseThrow()));
      }
      writer.finish();
    }
    assertThat(Files.readAllBytes(target())).isEqualTo(bytes);
  }

  private void assertRefused(Reason reason, String found, NewEntry entry) throws IOException {
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE)) {
      writer.add(row("a", "gfx900"), view(kernel(1, 5)));
      assertThatThrownBy(() -> writer.add(entry, view(kernel(2, 5))))
          .isInstanceOfSatisfying(
              FormatException.class, failure -> assertThat(failure.reason()).isEqualTo(reason))
          .hasMessageContaining(found);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void keysThatNoReaderShouldFollowAreRefused() throws Exception {
    assertRefused(Reason.UNSAFE_PATH, "an absolute path", row("/a", "gfx900"));
    assertRefused(Reason.UNSAFE_PATH, "\"..\" part", row("a/../../b", "gfx900"));
    assertRefused(Reason.UNSAFE_PATH, "a backslash", row("a\\b", "gfx900"));
    assertRefused(Reason.DUPLICATE_KEY, "\"gfx900\" again below \"a#0\"", row("a", "gfx900"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, (int) BlobPipeline.LARGE_BYTES + 1})
  void aFrameThatDoesNotFitItsSizeFieldIsAClearError(int size) throws Exception {
    Files.writeString(target(), "old");
    WriteOptions options = WriteOptions.DEFAULT.withReplace(true);
    try (ArchiveWriter writer = ArchiveWriter.create(target(), INFO, options, Progress.NONE, 20)) {
      writer.add(row("a", "gfx900"), ByteView.of("too-large.hsaco", kernel(1, size)));
      assertThatThrownBy(writer::finish)
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("frame_size of frame 0")
          .hasMessageContaining("too-large.hsaco")
          .hasMessageContaining("scheme none");
    }
    assertThat(files()).containsExactly("out.kpack");
    assertThat(target()).hasContent("old");
  }

  @Test
  void cancelledTheOldFileStays() throws Exception {
    Files.writeString(target(), "old");
    int[] left = {200};
    Progress cancelling = () -> --left[0] < 0;
    assertThatThrownBy(
            () -> {
              try (ArchiveWriter writer =
                  ArchiveWriter.create(
                      target(), INFO, WriteOptions.DEFAULT.withReplace(true), cancelling)) {
                for (int i = 0; i < 1000; i++) {
                  writer.add(row("lib/" + i, "gfx900"), view(kernel(i, 1000)));
                }
                writer.finish();
              }
            })
        .isInstanceOf(java.util.concurrent.CancellationException.class);
    assertThat(files()).containsExactly("out.kpack");
    assertThat(target()).hasContent("old");
  }

  @Test
  void aKernelThatCannotBeReadLeavesTheOldFile() throws Exception {
    Files.writeString(target(), "old");
    Path input = Files.write(folder.resolve("input"), kernel(1, 100_000));
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            target(), INFO, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      try (org.kpackworkbench.model.base.bytes.OpenFile file =
          org.kpackworkbench.model.base.bytes.OpenFile.open(input)) {
        Files.write(input, new byte[10]);
        writer.add(row("a", "gfx900"), file.view());
        assertThatThrownBy(writer::finish)
            .isInstanceOfSatisfying(
                FormatException.class,
                failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
      }
    }
    assertThat(files()).containsExactly("input", "out.kpack");
    assertThat(target()).hasContent("old");
  }

  @Test
  void whatIsThereIsReplacedOnlyWhenAsked() throws Exception {
    Files.writeString(target(), "old");
    assertThatThrownBy(
            () -> ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(files()).containsExactly("out.kpack");
    Files.delete(target());
    try (ArchiveWriter writer =
        ArchiveWriter.create(target(), INFO, WriteOptions.DEFAULT, Progress.NONE)) {
      Files.writeString(target(), "meanwhile");
      assertThatThrownBy(writer::finish).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(target()).hasContent("meanwhile");
    assertThat(files()).containsExactly("out.kpack");
  }

  @ParameterizedTest
  @EnumSource(
      value = StorageScheme.class,
      names = {"NONE", "ZSTD_PER_KERNEL"})
  void aBitThatTheDiskLostIsFoundBeforeTheFileGetsItsName(StorageScheme scheme) throws Exception {
    WriteOptions options = WriteOptions.DEFAULT.withScheme(scheme);
    byte[] kernel = kernel(1, 5000);
    byte[] bytes = write(options, List.of(kernel));
    NewRows rows = new NewRows();
    NewBlob blob = new NewBlob(5000, 0);
    blob.ordinal(0);
    rows.add(row("lib/0.so", "gfx900"), blob);
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(kernel);
    List<WrittenBlob> written = List.of(new WrittenBlob(64, 5000, crc.getValue(), 0, false));
    WrittenCheck.run(target(), options, rows, written, Progress.NONE);
    for (int offset : new int[] {1000, bytes.length - 1, 5}) {
      byte[] broken = bytes.clone();
      broken[offset] ^= 1;
      Files.write(target(), broken);
      assertThatThrownBy(() -> WrittenCheck.run(target(), options, rows, written, Progress.NONE))
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void aCopiedFrameIsComparedEvenWhereItsOwnChecksumIsGone() throws Exception {
    byte[] bytes = write(WriteOptions.DEFAULT, List.of(kernel(1, 5000)));
    Path copy = folder.resolve("copy.kpack");
    NewRows rows = new NewRows();
    NewBlob blob = new NewBlob(5000, 0);
    blob.ordinal(0);
    rows.add(row("lib/0.so", "gfx900"), blob);
    try (KpackArchive archive = KpackArchive.open(target())) {
      archive.blobs(Progress.NONE);
      java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
      crc.update(archive.stored(0).bytes(0, (int) archive.stored(0).size()));
      List<WrittenBlob> written =
          List.of(new WrittenBlob(72, archive.stored(0).size(), crc.getValue(), 0, true));
      Files.write(copy, bytes);
      WrittenCheck.run(copy, WriteOptions.DEFAULT, rows, written, Progress.NONE);
      bytes[(int) archive.view().u64(8) - 1] ^= 1;
      Files.write(copy, bytes);
      assertThatThrownBy(
              () -> WrittenCheck.run(copy, WriteOptions.DEFAULT, rows, written, Progress.NONE))
          .hasMessageContaining("the bytes of the input");
    }
  }

  @Test
  void aLargeKernelsFrameDoesNotDependOnTheThreads() throws Exception {
    byte[] large = new byte[(int) BlobPipeline.LARGE_BYTES + 12_345];
    new java.util.SplittableRandom(3).nextBytes(large);
    for (int i = 0; i < large.length; i += 3) {
      large[i] = (byte) (i >> 12);
    }
    byte[] one = write(WriteOptions.DEFAULT.withThreads(1), List.of(large));
    for (int threads : new int[] {2, 5}) {
      byte[] other = write(WriteOptions.DEFAULT.withThreads(threads), List.of(large));
      assertThat(java.util.Arrays.equals(one, other)).isTrue();
    }
    try (KpackArchive archive = KpackArchive.open(target())) {
      assertThat(java.util.Arrays.equals(archive.load(0).bytes(0, large.length), large)).isTrue();
    }
  }
}
