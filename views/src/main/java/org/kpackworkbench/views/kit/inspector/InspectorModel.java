package org.kpackworkbench.views.kit.inspector;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.property.LongProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.format.inspect.InspectedValue;
import org.kpackworkbench.model.format.inspect.ValueInspector;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.kit.job.Background;

/**
 * Finds what the bytes at an offset mean. Knows no screen; belongs to one thread, and reads in the
 * background.
 */
public final class InspectorModel {
  /** As many letters as the usual width of the pane has room for. */
  private static final int LONGEST_LINE = 20;

  private static final int POINTER_BYTES = 8;

  private final Formats formats;
  private final Background.Latest reading;
  private final ObjectProperty<@Nullable ByteView> view = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable Ownership> ownership = new SimpleObjectProperty<>();
  private final LongProperty offset = new SimpleLongProperty();
  private final ObjectProperty<ByteOrder> order =
      new SimpleObjectProperty<>(ByteOrder.LITTLE_ENDIAN);
  private final ObjectProperty<LongFunction<OptionalLong>> addressOf =
      new SimpleObjectProperty<>(any -> OptionalLong.empty());
  private final ObjectProperty<LongFunction<Optional<GoTo.Found>>> pointers =
      new SimpleObjectProperty<>(any -> Optional.empty());
  private final ObservableList<InspectorRow> rows = FXCollections.observableArrayList();

  /** A model that reads through {@code background}, and knows the structures of formats. */
  public InspectorModel(Background background, Formats formats) {
    this.formats = formats;
    reading = background.latest();
    List.of(view, ownership, offset, order, addressOf, pointers)
        .forEach(property -> property.subscribe(this::read));
  }

  /** The bytes; null for none. */
  public ObjectProperty<@Nullable ByteView> viewProperty() {
    return view;
  }

  /** Who owns the bytes; null while that is unknown. */
  public ObjectProperty<@Nullable Ownership> ownershipProperty() {
    return ownership;
  }

  /** The offset in the view. */
  public LongProperty offsetProperty() {
    return offset;
  }

  /** How numbers are read. */
  public ObjectProperty<ByteOrder> orderProperty() {
    return order;
  }

  /** The virtual address of an offset of the view. Called in the background. */
  public ObjectProperty<LongFunction<OptionalLong>> addressOfProperty() {
    return addressOf;
  }

  /** Returns the function that finds what is at a virtual address. Called in the background. */
  public ObjectProperty<LongFunction<Optional<GoTo.Found>>> pointersProperty() {
    return pointers;
  }

  /** The rows; empty if there are no bytes. */
  public ObservableList<InspectorRow> rows() {
    return rows;
  }

  private void read() {
    ByteView bytes = view.get();
    long at = offset.get();
    if (bytes == null || at < 0 || at >= bytes.size()) {
      reading.forget();
      rows.clear();
      return;
    }
    Ownership owners = ownership.get();
    ByteOrder inOrder = order.get();
    LongFunction<OptionalLong> addresses = addressOf.get();
    LongFunction<Optional<GoTo.Found>> targets = pointers.get();
    reading.run(
        () -> {
          List<InspectorRow> found = new ArrayList<>();
          place(bytes, at, addresses, found);
          owners(owners, at, found);
          values(new ValueInspector(inOrder, formats).inspect(bytes, at), found);
          pointer(bytes, at, targets, found);
          return found;
        },
        rows::setAll,
        failure -> rows.setAll(problem(failure)));
  }

  /** Why there is nothing to say, in as many rows as it takes: the pane is narrow. */
  private static List<InspectorRow> problem(Throwable failure) {
    List<InspectorRow> found = new ArrayList<>();
    found.add(new InspectorRow.Heading("⚠ Cannot be read"));
    String words = String.valueOf(failure.getMessage());
    if (failure instanceof FormatException format) {
      add("found", format.found(), found);
      add("expected", format.expected(), found);
    }
    found.add(new InspectorRow.Problem("why", words));
    return found;
  }

  private static void add(String name, @Nullable String words, List<InspectorRow> found) {
    if (words != null) {
      found.add(new InspectorRow.Problem(name, words));
    }
  }

  private static void place(
      ByteView bytes, long at, LongFunction<OptionalLong> addresses, List<InspectorRow> found) {
    found.add(new InspectorRow.Heading("Place"));
    found.add(plain("offset", "0x%x  %<d".formatted(bytes.fileOffset(at))));
    addresses
        .apply(at)
        .ifPresent(address -> found.add(plain("address", "0x%x".formatted(address))));
  }

  private static InspectorRow plain(String name, String value) {
    return new InspectorRow.Value(
        new InspectedValue(InspectedValue.Group.STRUCTURE, 0, name, value, 0));
  }

  private static void owners(@Nullable Ownership owners, long at, List<InspectorRow> found) {
    if (owners == null) {
      return;
    }
    List<Claim> claims = owners.at(at);
    found.add(new InspectorRow.Heading("Owner"));
    for (int depth = 0; depth < claims.size(); depth++) {
      found.add(new InspectorRow.Owner(claims.get(depth), at, depth));
    }
  }

  private static void values(List<InspectedValue> values, List<InspectorRow> found) {
    InspectedValue.Group group = null;
    for (InspectedValue value : values) {
      if (value.group() != group) {
        group = value.group();
        found.add(new InspectorRow.Heading(group.words()));
      }
      String text = value.value();
      int second = text.indexOf("  ");
      if (value.group() == InspectedValue.Group.NUMBERS
          && text.length() > LONGEST_LINE
          && second > 0) {
        // Both ways to write a number have to be readable: the second gets a line of its own.
        found.add(part(value, value.name(), text.substring(0, second)));
        found.add(part(value, "", text.substring(second).strip()));
      } else {
        found.add(new InspectorRow.Value(value));
      }
    }
  }

  private static InspectorRow part(InspectedValue value, String name, String text) {
    return new InspectorRow.Value(
        new InspectedValue(value.group(), value.depth(), name, text, value.lengthBytes()));
  }

  /** Files of this program are little-endian, so pointers are, whatever numbers are read as. */
  private static void pointer(
      ByteView bytes, long at, LongFunction<Optional<GoTo.Found>> targets, List<InspectorRow> found)
      throws FormatException {
    if (bytes.size() - at < POINTER_BYTES) {
      return;
    }
    long address = bytes.u64(at);
    Optional<GoTo.Found> target = address == 0 ? Optional.empty() : targets.apply(address);
    if (target.isPresent()) {
      int numbers = found.indexOf(new InspectorRow.Heading(InspectedValue.Group.NUMBERS.words()));
      found.add(Math.max(0, numbers), new InspectorRow.Pointer("leads to", target.get()));
      found.add(Math.max(0, numbers), new InspectorRow.Heading("As an address"));
    }
  }
}
