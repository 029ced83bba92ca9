package org.kpackworkbench.model.operation.archives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.describe.CommonOptions;

class ArchiveOptionsTest {
  @Test
  void eachValueIsSetAndKeepsTheOthers() {
    TargetFilter filter = TargetFilter.of(List.of("gfx942"));
    LoaderLimits limits = new LoaderLimits(100, 1 << 20);
    ArchiveOptions options =
        ArchiveOptions.DEFAULT
            .withLimits(limits)
            .with(ArchiveOptions.KEEP_TARGETS, filter)
            .with(ArchiveOptions.COMPRESSION, StorageScheme.ZSTD_SOLID)
            .with(ArchiveOptions.LEVEL, 19)
            .with(ArchiveOptions.GROUP, Grouping.NAME)
            .with(ArchiveOptions.BINARY_INDEX, true)
            .with(ArchiveOptions.KEYS, KeyForm.PLAIN)
            .with(CommonOptions.JOBS, 3)
            .with(ArchiveOptions.REFUSE_UNREFERENCED, true)
            .with(ArchiveOptions.KEEP_SIGNATURE, true)
            .with(CommonOptions.ALLOW_LARGE, true);
    assertThat(options)
        .isEqualTo(
            new ArchiveOptions(
                filter,
                StorageScheme.ZSTD_SOLID,
                19,
                KeyForm.PLAIN,
                3,
                true,
                true,
                true,
                limits,
                Grouping.NAME,
                true));
  }

  @Test
  void refusesOptionsOfOthersAndValuesOutOfRange() {
    assertThatThrownBy(() -> ArchiveOptions.DEFAULT.with(CommonOptions.DRY_RUN, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not say how archives are written");
    assertThatThrownBy(() -> ArchiveOptions.DEFAULT.with(ArchiveOptions.LEVEL, 23))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
