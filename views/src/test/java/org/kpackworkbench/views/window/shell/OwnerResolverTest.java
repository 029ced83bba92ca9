package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;

class OwnerResolverTest {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final FakeFile file = new FakeFile(Path.of("a.kpack"));
  private final FileSession session = new FileSession(file.path);
  private final OwnerResolver owners = new OwnerResolver(Background.on(work::add, Runnable::run));
  private final List<Place> found = new ArrayList<>();

  OwnerResolverTest() {
    session.opened(file, new DiskState(true, 1, null, null));
    session.owned(file, file.ownership());
  }

  private void runAll() {
    while (!work.isEmpty()) {
      work.poll().run();
    }
  }

  private Place.Bytes inside(long offset) {
    return new Place.Bytes(file.packed, new ByteRange(offset, 4));
  }

  @Test
  void ownersInTheFileAreFoundAtOnce() {
    owners.resolve(session, new Place.Bytes(file.place, new ByteRange(0x1010, 4)), found::add);
    assertThat(found).containsExactly(new Place.Bytes(file.text, new ByteRange(0x1010, 4)));
    assertThat(work).isEmpty();
  }

  @Test
  void ownersInAnUnpackedCodeObjectAreItsOwn() {
    owners.resolve(session, inside(0x20), found::add);
    assertThat(found).as("unpacking takes time").isEmpty();
    runAll();
    assertThat(found).containsExactly(new Place.Bytes(file.packedKernel, new ByteRange(0x20, 4)));
    owners.resolve(session, inside(0x24), found::add);
    assertThat(found).as("known by now").hasSize(2);
    assertThat(file.unpacked).isEqualTo(1);
  }

  @Test
  void onlyTheLastSelectionCounts() {
    owners.resolve(session, inside(0x20), found::add);
    owners.resolve(session, new Place.Bytes(file.place, new ByteRange(0x1010, 4)), found::add);
    runAll();
    assertThat(found).containsExactly(new Place.Bytes(file.text, new ByteRange(0x1010, 4)));
  }

  @Test
  void whatCannotBeUnpackedIsStillSelected() {
    file.packedIsBroken = true;
    owners.resolve(session, inside(0x20), found::add);
    runAll();
    assertThat(found).containsExactly(inside(0x20));
  }

  @Test
  void anythingButBytesIsTakenAsItIs() {
    owners.resolve(session, file.fat, found::add);
    assertThat(found).containsExactly(file.fat);
  }
}
