package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.window.shell.StatusBar.StatusModel;

class StatusModelTest {
  private final FakeFile file = new FakeFile(Path.of("a.so"));
  private final FileSession session = new FileSession(file.path);

  StatusModelTest() {
    session.opened(file, new DiskState(true, 1, null, null));
    session.owned(file, file.ownership());
  }

  @Test
  void bytesSayOffsetAddressLengthAndOwner() {
    assertThat(StatusModel.of(session, new Place.Bytes(file.fat, new ByteRange(0x2100, 1))))
        .isEqualTo(new StatusModel("0x2100", "addr 0x12100", "sel 1 byte", "owner gfx90a:xnack+"));
    assertThat(StatusModel.of(session, file.text).length()).isEqualTo("sel 2.0 KiB");
  }

  @Test
  void nobodyOwnsWhatNobodyClaims() {
    assertThat(StatusModel.of(session, new Place.Bytes(file.place, new ByteRange(0, 4))).owner())
        .isEqualTo("owner unowned");
  }

  @Test
  void aFileSaysItsSizeAndKind() {
    assertThat(StatusModel.of(session, file.place))
        .isEqualTo(new StatusModel("", "", "16.0 KiB", "made-up library"));
  }

  @Test
  void unpackedBytesHaveNoAddressInTheFile() {
    assertThat(StatusModel.of(session, new Place.Bytes(file.packedKernel, new ByteRange(0x20, 4))))
        .isEqualTo(
            new StatusModel("0x20 unpacked", "", "sel 4 bytes", "owner kernel packed_kernel"));
  }

  @Test
  void nothingIsSaidOfWhatIsNotThere() {
    assertThat(StatusModel.of(session, null)).isEqualTo(StatusModel.EMPTY);
    session.failed(new java.io.IOException("gone"), new DiskState(false, 0, null, null));
    assertThat(StatusModel.of(session, file.text)).isEqualTo(StatusModel.EMPTY);
    assertThat(StatusModel.of(session, new Place.Bytes(file.text, new ByteRange(1L << 40, 1))))
        .isEqualTo(StatusModel.EMPTY);
  }
}
