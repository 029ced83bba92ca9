package org.kpackworkbench.model.operation.archives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

/** Whatever writes plain keys warns of them: no loader looks them up. */
class PlainKeysTest {
  private static final ArchiveOptions PLAIN =
      ArchiveOptions.DEFAULT.with(ArchiveOptions.KEYS, KeyForm.PLAIN);

  @TempDir private Path folder;

  private static void warns(List<OperationNote> findings) {
    assertThat(findings)
        .filteredOn(each -> each.rule().equals("plain-keys"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.WARNING);
              assertThat(each.message()).contains("no loader finds them");
            });
  }

  private static void isSilent(List<OperationNote> findings) {
    assertThat(findings).noneMatch(each -> each.rule().equals("plain-keys"));
  }

  @Test
  void packWarns() throws IOException {
    PackRequest request =
        PackRequest.of(FatFixture.ONE.path(), folder.resolve("packed"), "g", "all");
    isSilent(new Pack(request).plan(Progress.NONE).findings());
    warns(new Pack(request.with(PLAIN)).plan(Progress.NONE).findings());
    warns(new Pack(request.with(PLAIN)).run(Progress.NONE).findings());
  }

  @Test
  void convertWarns() throws IOException {
    ConvertRequest request =
        ConvertRequest.keeping(
            FatFixture.ONE.path(),
            folder.resolve("libone.so"),
            "libone.so",
            List.of(".kpack/one_@GFXARCH@.kpack"),
            folder.resolve(".kpack"));
    isSilent(new Convert(request).plan(Progress.NONE).findings());
    warns(new Convert(request.with(PLAIN)).run(Progress.NONE).findings());
  }

  @Test
  void splitWarns() throws IOException {
    Path artifact = folder.resolve("math_lib_all");
    Path lib = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.copy(FatFixture.ONE.path(), lib.resolve("libone.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    SplitRequest request = SplitRequest.artifact(artifact, folder.resolve("split"));
    isSilent(new Split(request).plan(Progress.NONE).findings());
    warns(new Split(request.with(PLAIN)).run(Progress.NONE).findings());
  }

  @Test
  void wheelSplitWarns() throws IOException {
    Path wheel =
        TestPackages.wheel(
            folder.resolve("one-1.0-py3-none-linux_x86_64.whl"),
            Map.of("one/libone.so", Files.readAllBytes(FatFixture.ONE.path())),
            "");
    WheelSplitRequest usual = WheelSplitRequest.of(wheel, folder.resolve("wheels"));
    isSilent(new WheelSplit(usual).plan(Progress.NONE).findings());
    warns(
        new WheelSplit(usual.with(ArchiveOptions.KEYS, KeyForm.PLAIN))
            .run(Progress.NONE)
            .findings());
  }
}
