package org.kpackworkbench.views.window.shell;

import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.place.PlaceOwner;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * Finds what selected bytes belong to, in the file or in the code object that was unpacked from it.
 * The owners of a file are available; those of a code object may have to be found in the background
 * first, and those of the last one are kept. UI thread only.
 */
final class OwnerResolver {
  private static final System.Logger LOG = System.getLogger(OwnerResolver.class.getName());

  private final Background.Latest latest;
  private @Nullable Kept kept;

  private record Kept(OpenedFile file, Place container, Ownership ownership) {}

  OwnerResolver(Background background) {
    this.latest = background.latest();
  }

  /** Hands the place over with its owner; at once, or when that has been found. */
  void resolve(FileSession session, Place selected, Consumer<Place> then) {
    latest.forget();
    Place container = selected.container();
    OpenedFile file = session.file();
    if (container == null || file == null || !(selected instanceof Place.Bytes)) {
      then.accept(PlaceOwner.of(selected, session.ownership()));
      return;
    }
    Kept known = kept;
    if (known != null && known.file().equals(file) && known.container().equals(container)) {
      then.accept(PlaceOwner.within(selected, known.ownership()));
      return;
    }
    latest.run(
        () -> file.inner(container).ownership(),
        owners -> {
          kept = new Kept(file, container, owners);
          then.accept(PlaceOwner.within(selected, owners));
        },
        failure -> {
          // Another view shows the bytes, and says why they cannot be.
          LOG.log(Level.DEBUG, "no owners of " + container.label(), failure);
          then.accept(selected);
        });
  }

  /** The file is closed or read again: what is known of it does not hold any more. */
  void forget() {
    kept = null;
    latest.forget();
  }
}
