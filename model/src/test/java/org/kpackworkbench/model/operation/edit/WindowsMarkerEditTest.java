package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.coff.CheckSum;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageHeader;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** Markers of Windows binaries are edited. */
class WindowsMarkerEditTest {
  private static final int HEADER = 0x78 + 24;
  private static final int SECTIONS = HEADER + 240;
  private static final String PATH = ".kpack/@GFXARCH@.kpack";

  @TempDir Path folder;

  @Test
  void whatFitsStaysInItsPlace() throws IOException {
    Path dll = converted(fat());
    byte[] before = Files.readAllBytes(dll);
    MarkerFit fit = edit(dll, List.of(PATH, "other.kpack"));
    assertThat(fit.words()).startsWith("fits in its place: ").contains(" of 512, ");
    byte[] after = Files.readAllBytes(dll);
    assertThat(after).hasSize(before.length);
    FatBinary binary = read(after);
    Marker marker = Objects.requireNonNull(binary.marker());
    CoffSection own = (CoffSection) Objects.requireNonNull(marker.section());
    assertThat(marker.searchPaths()).containsExactly(PATH, "other.kpack");
    assertThat(own.memorySizeBytes()).isEqualTo(marker.range().length()).isEqualTo(fit.sizeBytes());
    int field = (int) own.headerOffset() + 8;
    int start = (int) own.fileOffset();
    for (int i = 0; i < after.length; i++) {
      boolean meant = (i >= field && i < field + 4) || (i >= start && i < start + 512);
      assertThat(meant || after[i] == before[i]).as("byte %d", i).isTrue();
    }
    assertThat(restored(dll)).isEqualTo(fat());
  }

  @Test
  void shorterMarkerLeavesNothingOfTheOldOne() throws IOException {
    Path dll = converted(fat());
    edit(dll, List.of("a.kpack"));
    FatBinary binary = read(Files.readAllBytes(dll));
    CoffSection own = (CoffSection) Objects.requireNonNull(binary.marker()).section();
    byte[] bytes = Files.readAllBytes(dll);
    int end = (int) (own.fileOffset() + own.memorySizeBytes());
    assertThat(Arrays.copyOfRange(bytes, end, (int) (own.fileOffset() + own.fileSizeBytes())))
        .containsOnly(0);
    edit(dll, List.of(PATH));
    assertThat(dll).hasSameBinaryContentAs(converted(fat(), folder.resolve("again")));
  }

  @Test
  void lastSectionGrowsAndWhatIsBehindItFollows() throws IOException {
    byte[] fat = Arrays.copyOf(fat(), 25600 + 777);
    Arrays.fill(fat, 25600, fat.length, (byte) 0x5a);
    ByteBuffer buffer = ByteBuffer.wrap(fat).order(ByteOrder.LITTLE_ENDIAN);
    int field = HEADER + ImageHeader.CHECK_SUM;
    buffer.putInt(field, (int) CheckSum.of(ByteView.of("a.dll", fat), field));
    Path dll = converted(fat);
    MarkerFit fit = edit(dll, List.of(PATH, "x".repeat(5000)));
    assertThat(fit.kind()).isEqualTo(MarkerFit.Kind.GROWN);
    byte[] after = Files.readAllBytes(dll);
    assertThat(after).hasSize(6144 + 777 + 4608);
    FatBinary binary = read(after);
    CoffFile file = (CoffFile) binary.image();
    ImageHeader header = Objects.requireNonNull(file.header());
    assertThat(binary.state()).isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(CoffLayout.faults(file)).isEmpty();
    assertThat(header.imageSizeBytes())
        .isEqualTo(CoffLayout.imageSize(file, header))
        .isEqualTo(0xd000 + 0x2000);
    assertThat(header.checkSum()).isEqualTo(CheckSum.of(ByteView.of("b.dll", after), field));
    assertThat(Arrays.copyOfRange(after, after.length - 777, after.length)).containsOnly(0x5a);
    assertThat(restored(dll)).isEqualTo(fat);
  }

  /** The table of sections has no room, so that the marker is in the padding of another one. */
  @Test
  void markerInAnotherSectionHasThePaddingAndNoMore() throws IOException {
    byte[] fat = fat();
    Arrays.fill(fat, SECTIONS + 320, SECTIONS + 360, (byte) 1);
    Path dll = converted(fat);
    MarkerFit fit = edit(dll, List.of(PATH, "x".repeat(100)));
    assertThat(fit.kind()).isEqualTo(MarkerFit.Kind.IN_PLACE);
    assertThat(restored(dll)).isEqualTo(fat);
    byte[] before = Files.readAllBytes(dll);
    assertThatThrownBy(() -> edit(dll, List.of(PATH, "x".repeat(1000))))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("room for 1071 bytes")
        .hasMessageContaining(
            "room for %d in .rdata, and other content after it".formatted(fit.roomBytes()));
    assertThat(Files.readAllBytes(dll)).isEqualTo(before);
  }

  @Test
  void signatureIsLeftOutWithAWarning() throws IOException {
    Path dll = converted(fat());
    byte[] signed = Arrays.copyOf(Files.readAllBytes(dll), 6144 + 512);
    Arrays.fill(signed, 6144, signed.length, (byte) 7);
    ByteBuffer buffer = ByteBuffer.wrap(signed).order(ByteOrder.LITTLE_ENDIAN);
    int entry = HEADER + ImageHeader.DIRECTORIES + 4 * 8;
    buffer.putInt(entry, 6144).putInt(entry + 4, 512);
    Files.write(dll, signed);
    MarkerFit fit = edit(dll, List.of("a.kpack"));
    assertThat(fit.words())
        .endsWith("; the file's signature is left out: it cannot be true for other bytes");
    byte[] after = Files.readAllBytes(dll);
    assertThat(after).hasSize(6144);
    assertThat(ByteBuffer.wrap(after).getLong(entry)).isZero();
  }

  @Test
  void whatIsUndoneIsTheFileAsItWas() throws IOException {
    Path dll = converted(fat());
    byte[] before = Files.readAllBytes(dll);
    try (EditedMarker marker = EditedMarker.open(dll)) {
      marker.apply(new MarkerEdit.SetKernelName("bin/other.dll"));
      marker.apply(new MarkerEdit.SetSearchPaths(List.of("x".repeat(2000))));
      marker.save(Progress.NONE);
      assertThat(Objects.requireNonNull(read(Files.readAllBytes(dll)).marker()).kernelName())
          .isEqualTo("bin/other.dll");
      while (marker.undo() != null) {}
      marker.save(Progress.NONE);
    }
    assertThat(Files.readAllBytes(dll)).isEqualTo(before);
  }

  private static MarkerFit edit(Path dll, List<String> paths) throws IOException {
    try (EditedMarker marker = EditedMarker.open(dll)) {
      marker.apply(new MarkerEdit.SetSearchPaths(paths));
      MarkerFit fit = marker.fit();
      marker.save(Progress.NONE);
      return fit;
    }
  }

  private static byte[] fat() throws IOException {
    return Files.readAllBytes(Fixtures.path("windows.dll"));
  }

  private Path converted(byte[] fat) throws IOException {
    return converted(fat, folder);
  }

  private static Path converted(byte[] fat, Path into) throws IOException {
    Path archives = Files.createDirectories(into.resolve("bin/.kpack"));
    Path input = Files.write(into.resolve("in.dll"), fat);
    Path output = into.resolve("bin/out.dll");
    new Convert(ConvertRequest.keeping(input, output, "bin/out.dll", List.of(PATH), archives))
        .run(Progress.NONE);
    return output;
  }

  private byte[] restored(Path hostOnly) throws IOException {
    Path back = folder.resolve("back.dll");
    Files.deleteIfExists(back);
    RestoreRequest request =
        RestoreRequest.of(hostOnly, back)
            .with(
                RestoreRequest.ARCHIVES,
                List.of(
                    folder.resolve("bin/.kpack/gfx90a.kpack"),
                    folder.resolve("bin/.kpack/gfx1100.kpack")));
    new Restore(request).run(Progress.NONE);
    return Files.readAllBytes(back);
  }

  private static FatBinary read(byte[] bytes) throws IOException {
    return FatBinary.read(CoffFile.read(ByteView.of("a.dll", bytes)));
  }
}
