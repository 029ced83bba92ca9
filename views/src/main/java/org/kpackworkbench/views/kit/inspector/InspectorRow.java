package org.kpackworkbench.views.kit.inspector;

import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.inspect.InspectedValue;

/** One row of the inspector. */
public sealed interface InspectorRow {

  /** Returns the name of the row. */
  String name();

  /** Returns the value of the row. */
  String value();

  /** How far it is indented. */
  default int depth() {
    return 0;
  }

  /** A heading over rows. */
  record Heading(String name) implements InspectorRow {
    @Override
    public String value() {
      return "";
    }
  }

  /** A meaning of the bytes. */
  record Value(InspectedValue inspected) implements InspectorRow {
    @Override
    public String name() {
      return inspected.name();
    }

    @Override
    public String value() {
      return inspected.value();
    }

    @Override
    public int depth() {
      return inspected.depth();
    }
  }

  /**
   * An owner of the byte; the outermost comes first.
   *
   * @param offset of the byte
   */
  record Owner(Claim claim, long offset, int depth) implements InspectorRow {
    @Override
    public String name() {
      return claim.label();
    }

    @Override
    public String value() {
      return "+0x%x of %s, %s"
          .formatted(
              offset - claim.range().start(),
              SizeText.of(claim.range().length()),
              claim.kind().words());
    }
  }

  /** Where the bytes lead when they are taken for an address. */
  record Pointer(String name, GoTo.Found target) implements InspectorRow {
    @Override
    public String value() {
      return target.words();
    }
  }

  /** The bytes could not be read. */
  record Problem(String name, String value) implements InspectorRow {}
}
