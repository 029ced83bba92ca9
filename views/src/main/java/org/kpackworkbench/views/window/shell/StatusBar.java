package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.OptionalLong;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.spi.OpenedFile;

/** The line at the bottom: where the selection is, what it belongs to, and the view's sums. */
final class StatusBar extends org.controlsfx.control.StatusBar {
  /** Sums leave the rest to the selection and its owner, which are cut else. */
  private static final double SUMS_SHARE = 0.6;

  private final Label offset = part("status-offset", "File offset");
  private final Label address = part("status-address", "Virtual address");
  private final Label length = part("status-length", "Length");
  private final Label owner = part("status-owner", "Owner");
  private final Label sums = part("status-sums", "Sums");

  StatusBar() {
    // Nothing in it takes keys.
    setFocusTraversable(false);
    // The control greets with "OK".
    setText("");
    // What is as long as a path must not make the window's content wider than the window.
    owner.setMinWidth(40);
    sums.setMinWidth(40);
    sums.maxWidthProperty().bind(widthProperty().multiply(SUMS_SHARE));
    owner.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    getLeftItems().addAll(offset, address, length, owner);
    getRightItems().add(sums);
  }

  void show(StatusModel model) {
    set(offset, model.offset());
    set(address, model.address());
    set(length, model.length());
    set(owner, model.owner());
    tip(owner, model.owner());
  }

  void sums(String text) {
    set(sums, text);
    tip(sums, text);
  }

  private static void tip(Label label, String text) {
    label.setTooltip(text.isEmpty() ? null : new Tooltip(VisibleText.of(text)));
  }

  private static void set(Label label, String text) {
    label.setText(VisibleText.of(text));
    label.setVisible(!text.isEmpty());
    label.setManaged(!text.isEmpty());
    label.setAccessibleText(label.getAccessibleRoleDescription() + ": " + text);
  }

  private static Label part(String id, String words) {
    Label label = Controls.named(new Label(), id);
    label.setAccessibleRoleDescription(words);
    label.setMinWidth(Region.USE_PREF_SIZE);
    label.setVisible(false);
    label.setManaged(false);
    return label;
  }

  /**
   * Texts of the status bar about the current place. Immutable; empty texts are not shown.
   *
   * @param offset the file offset, or the offset in an unpacked code object
   * @param address the virtual address
   * @param length how many bytes are selected
   * @param owner the innermost owner of the first byte
   */
  record StatusModel(String offset, String address, String length, String owner) {
    public static final StatusModel EMPTY = new StatusModel("", "", "", "");

    /** Returns the texts about a place of a file. */
    public static StatusModel of(FileSession session, @Nullable Place place) {
      OpenedFile file = session.file();
      if (file == null || place == null) {
        return EMPTY;
      }
      ByteRange range = place.range();
      if (range == null && file.isFolder()) {
        return new StatusModel("", "", "", file.kindWords());
      }
      if (range == null) {
        return new StatusModel("", "", SizeText.of(file.bytes().size()), file.kindWords());
      }
      String length = range.isEmpty() ? "" : "sel " + bytes(range.length());
      String offset = "0x" + Long.toHexString(range.start());
      if (place.container() != null) {
        return new StatusModel(offset + " unpacked", "", length, ownerLabel(place));
      }
      OptionalLong address = file.virtualAddress(range.start());
      return new StatusModel(
          offset,
          address.isPresent() ? "addr 0x" + Long.toHexString(address.getAsLong()) : "",
          length,
          owner(session.ownership(), range.start()));
    }

    private static String bytes(long count) {
      return count < 1024 ? CountText.of(count, "byte") : SizeText.of(count);
    }

    private static String ownerLabel(Place place) {
      Place thing = place instanceof Place.Bytes bytes ? bytes.parent() : place;
      return "owner " + PlaceWords.label(thing);
    }

    private static String owner(Ownership ownership, long offset) {
      if (offset >= ownership.sizeBytes()) {
        return "";
      }
      List<Claim> claims = ownership.at(offset);
      return claims.isEmpty() ? "" : "owner " + claims.getLast().label();
    }
  }
}
