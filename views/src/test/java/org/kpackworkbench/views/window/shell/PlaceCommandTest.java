package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

/** The command line that is copied of a place. */
class PlaceCommandTest {
  private static final Place.File FILE = new Place.File(Path.of("/opt/rocm/lib/it's.so"));

  private static final Place.CodeObject CODE =
      new Place.CodeObject(
          FILE, "lib/librocrand.so.1.1", 2, "gfx90a:xnack+", new ByteRange(0x1000, 64), true);

  @Test
  void theCommandExtractsTheCodeObjectAround() {
    assertThat(PlaceCommand.of(new Place.Kernel(CODE, "saxpy", null)))
        .isEqualTo(
            "kpack-workbench extract '/opt/rocm/lib/it'\\''s.so' --binary lib/librocrand.so.1.1"
                + " --index 2 --target gfx90a:xnack+ -o librocrand.so.1.1-2-gfx90a-xnack+.hsaco");
    assertThat(PlaceCommand.of(new Place.Section(FILE, 1, ".text", new ByteRange(0, 1))))
        .isEqualTo("kpack-workbench info '/opt/rocm/lib/it'\\''s.so'");
  }

  @Test
  void namesFromFilesCannotLeaveTheArgument() {
    Place.CodeObject odd =
        new Place.CodeObject(FILE, "../$(reboot)/a b", 0, "gfx\n906", null, false);
    assertThat(PlaceCommand.of(odd))
        .contains("--binary '../$(reboot)/a b'")
        .endsWith("-o 'a b-0-gfx_906.hsaco'");
  }
}
