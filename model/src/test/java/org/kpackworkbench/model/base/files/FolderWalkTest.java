package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;

class FolderWalkTest {
  @TempDir private Path folder;

  @Test
  void itIsCancelledAtTheNextFile() throws IOException {
    for (String name : new String[] {"a", "b", "c"}) {
      Files.writeString(folder.resolve(name), name);
    }
    assertThat(FolderWalk.of(folder, Progress.NONE).files()).hasSize(3);
    int[] asked = new int[1];
    Progress second = () -> ++asked[0] == 2;
    assertThatThrownBy(() -> FolderWalk.of(folder, second))
        .isInstanceOf(CancellationException.class);
    assertThat(asked[0]).isEqualTo(2);
  }
}
