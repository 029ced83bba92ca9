package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.util.List;

/**
 * What became of edits that were applied to another version of the file.
 *
 * @param kept those that still apply, in their order
 * @param dropped those that do not, with why
 */
public record Rebased<E extends Edit>(List<E> kept, List<Dropped<E>> dropped) {
  public Rebased {
    kept = List.copyOf(kept);
    dropped = List.copyOf(dropped);
  }

  /** An edit that does not apply any more. */
  public record Dropped<E extends Edit>(E edit, IOException why) {}

  /** Applies edits in their order, passing over what does not apply. */
  static <E extends Edit> Rebased<E> onto(EditedDocument<E> document, List<E> edits) {
    List<E> kept = new java.util.ArrayList<>();
    List<Dropped<E>> dropped = new java.util.ArrayList<>();
    for (E edit : edits) {
      try {
        document.apply(edit);
        kept.add(edit);
      } catch (IOException why) {
        dropped.add(new Dropped<>(edit, why));
      }
    }
    return new Rebased<>(kept, dropped);
  }
}
