package org.kpackworkbench.model.base.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import org.junit.jupiter.api.Test;

class ZstdBindingTest {
  /**
   * A binding that finds functions by their names in all libraries of the class loader finds those
   * of JavaFX's libraries, too: GTK brings the system's zstd, which is another version. On some
   * starts of the window its functions were called, and code objects could not be read.
   */
  @Test
  void callsFunctionsOfItsOwnLibrary() {
    Module zstd = Zstd.class.getModule();
    assertThat(Class.forName(zstd, "com.github.luben.zstd.ZstdBinding")).isNull();
    assertThat(Class.forName(zstd, "com.github.luben.zstd.ZstdInputStreamNoFinalizer")).isNotNull();
  }
}
