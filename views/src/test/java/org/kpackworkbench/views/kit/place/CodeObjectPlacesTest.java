package org.kpackworkbench.views.kit.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfHeader;

/** Links lead into code objects: to the header that each of them starts with. */
class CodeObjectPlacesTest {
  private static final Place FILE = new Place.File(Path.of("a.kpack"));

  @Test
  void insideIsTheWholeHeader() {
    Place inside = CodeObjectPlaces.inside(code(new ByteRange(4096, 9000)));
    assertThat(((Place.Part) inside).range()).isEqualTo(new ByteRange(4096, ElfHeader.SIZE_BYTES));
  }

  @Test
  void ofLessThanAHeaderItIsWhatThereIs() {
    Place inside = CodeObjectPlaces.inside(code(new ByteRange(4096, 10)));
    assertThat(((Place.Part) inside).range()).isEqualTo(new ByteRange(4096, 10));
  }

  private static Place.CodeObject code(ByteRange range) {
    return new Place.CodeObject(FILE, "lib/a.so", 0, "gfx942", range, false);
  }
}
