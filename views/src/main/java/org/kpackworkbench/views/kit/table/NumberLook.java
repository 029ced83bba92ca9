package org.kpackworkbench.views.kit.table;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;

/** How a number is written in a cell, and what its tooltip adds. */
public enum NumberLook {
  /** Bytes in a convenient unit; negative ones are not known. */
  SIZE {
    @Override
    String write(long value) {
      return SizeText.of(value);
    }

    @Override
    String exact(long value) {
      return SizeText.exact(value) + " = 0x" + Long.toHexString(value);
    }
  },
  /** Whole numbers; negative ones are not known. */
  COUNT {
    @Override
    String write(long value) {
      return CountText.grouped(value);
    }

    @Override
    String exact(long value) {
      return CountText.grouped(value);
    }
  },
  /** Addresses and offsets, {@code 0xc53000}; -1 if there is none. */
  ADDRESS {
    @Override
    String write(long value) {
      return "0x" + Long.toHexString(value);
    }

    @Override
    String exact(long value) {
      return write(value) + " = " + Long.toUnsignedString(value);
    }

    @Override
    boolean unknown(long value) {
      return value == -1;
    }

    @Override
    Comparator<Number> order() {
      return (a, b) -> Long.compareUnsigned(a.longValue() + 1, b.longValue() + 1);
    }
  };

  abstract String write(long value);

  abstract String exact(long value);

  boolean unknown(long value) {
    return value < 0;
  }

  Comparator<Number> order() {
    return Comparator.comparingLong(Number::longValue);
  }

  /** Returns the text of a cell; a dash for a number that is not known. */
  String text(@Nullable Number value) {
    return value == null
        ? ""
        : unknown(value.longValue()) ? Columns.UNKNOWN : write(value.longValue());
  }
}
