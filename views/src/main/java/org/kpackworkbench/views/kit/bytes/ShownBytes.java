package org.kpackworkbench.views.kit.bytes;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.OpenedFile.InnerBytes;

/**
 * Which bytes are shown: those of the active file, or of a code object inside it. UI thread only;
 * owners and unpacked bytes arrive from the background.
 */
final class ShownBytes {

  /**
   * Bytes on the screen.
   *
   * @param file the file they come from
   * @param container the code object they were unpacked from; null for the file's own
   * @param bytes the bytes
   * @param ownership who owns them; null until that is known
   */
  record Shown(
      OpenedFile file, @Nullable Place container, ByteView bytes, @Nullable Ownership ownership) {

    /** The place whose bytes these are. */
    Place root() {
      return container == null ? file.place() : container;
    }
  }

  private final Background.Latest owners;
  private final Background.Latest unpacking;
  private final Consumer<Throwable> onFailure;
  private final ReadOnlyObjectWrapper<@Nullable Shown> shown = new ReadOnlyObjectWrapper<>();
  private @Nullable OpenedFile file;
  private @Nullable Place wanted;

  ShownBytes(Background background, Consumer<Throwable> onFailure) {
    this.owners = background.latest();
    this.unpacking = background.latest();
    this.onFailure = onFailure;
  }

  ReadOnlyObjectProperty<@Nullable Shown> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  /** Shows the bytes of a file, or none. */
  void open(@Nullable OpenedFile opened) {
    file = opened;
    wanted = null;
    if (opened == null) {
      shown.set(null);
    } else {
      showFile(opened);
    }
  }

  private void showFile(OpenedFile opened) {
    wanted = null;
    shown.set(new Shown(opened, null, opened.bytes(), null));
    owners.run(
        opened::ownership,
        ownership -> {
          Shown now = shown.get();
          if (now != null && now.file().equals(opened) && now.container() == null) {
            shown.set(new Shown(opened, null, opened.bytes(), ownership));
          }
        },
        this::failed);
  }

  /** Shows the bytes that a place counts in, then runs {@code ready}. */
  void follow(Place place, Runnable ready) {
    OpenedFile opened = file;
    if (opened == null) {
      return;
    }
    Place container = place.container();
    Shown now = shown.get();
    if (now != null && Objects.equals(now.container(), container)) {
      wanted = container;
      ready.run();
    } else if (container == null) {
      showFile(opened);
      ready.run();
    } else {
      wanted = container;
      unpacking.run(
          () -> opened.inner(container),
          inner -> unpacked(opened, container, inner, ready),
          this::failed);
    }
  }

  private void unpacked(OpenedFile opened, Place container, InnerBytes inner, Runnable ready) {
    if (opened.equals(file) && container.equals(wanted)) {
      shown.set(new Shown(opened, container, inner.bytes(), inner.ownership()));
      ready.run();
    }
  }

  private void failed(Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      onFailure.accept(failure);
    }
  }
}
