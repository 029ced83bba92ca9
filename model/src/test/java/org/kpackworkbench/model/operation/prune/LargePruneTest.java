package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.pack.LargeLibrary;

/** Code objects so large that the system copies them. */
class LargePruneTest {
  @TempDir private Path folder;

  @Test
  void whatIsLeftOfALargeLibraryIsByteEqual() throws IOException {
    Path library = folder.resolve("liblarge.so");
    LargeLibrary.write(library, 3, 12_000_000);
    Map<String, String> before = ResolvedCode.all(library);
    Path most = folder.resolve("most.so");
    TargetFilter gone = TargetFilter.of(List.of("gfx906"));
    new Prune(PruneRequest.keeping(library, most, gone).dropping(gone)).run();
    Map<String, String> left = new TreeMap<>(before);
    left.keySet().removeIf(key -> key.contains(" gfx906"));
    assertThat(left).hasSize(before.size() - 3);
    assertThat(ResolvedCode.all(most)).isEqualTo(left);
  }
}
