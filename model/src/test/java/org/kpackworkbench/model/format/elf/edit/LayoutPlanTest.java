package org.kpackworkbench.model.format.elf.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.elf.ElfFile;

/** What is reserved decides where bytes go; what is written does not change it any more. */
class LayoutPlanTest {
  @TempDir Path folder;
  private ElfFile elf;

  @BeforeEach
  void read() throws Exception {
    elf = ElfFile.read(ByteView.of("in.so", Files.readAllBytes(FatFixture.ONE.path())));
  }

  @Test
  void nothingIsReservedOnceBytesAreWritten() throws Exception {
    LayoutPlan plan = new LayoutPlan(elf);
    plan.insert(elf.view().size(), 16);
    plan.bytes(elf.view().size(), new byte[] {1, 2, 3});
    assertThatThrownBy(() -> plan.insert(0, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> plan.cut(0, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> plan.order(elf.sections(), elf.sections().getFirst()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> plan.move(List.of(), Progress.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(plan.newSizeBytes()).isEqualTo(elf.view().size() + 16);
  }

  @Test
  void whatIsPlannedIsWhatIsWritten() throws Exception {
    LayoutPlan plan = new LayoutPlan(elf);
    long table = elf.header().sectionHeadersOffset();
    plan.insert(table, 64);
    plan.headers(plan.newOffset(table), elf.segments(), section -> null);
    ElfFile planned = plan.result();
    Path file = folder.resolve("out.so");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      plan.write(channel, LayoutWriter.Watcher.NONE, Progress.NONE);
    }
    byte[] written = Files.readAllBytes(file);
    assertThat(written).isEqualTo(planned.view().bytes(0, (int) planned.view().size()));
    assertThat(planned.sections()).hasSameSizeAs(elf.sections());
    assertThat(planned.header().sectionHeadersOffset()).isEqualTo(table + 64);
  }

  @Test
  void bytesBehindTheFileAreRefused() throws Exception {
    LayoutPlan plan = new LayoutPlan(elf);
    plan.bytes(elf.view().size(), new byte[] {1});
    assertThatThrownBy(plan::result).isInstanceOf(LayoutPlan.LayoutException.class);
  }
}
