package org.kpackworkbench.views.format.elf;

import org.kpackworkbench.model.base.text.SizeText;

/** Numbers as the tables write them. */
final class ElfNumbers {
  private ElfNumbers() {}

  /** An offset or address, e.g. {@code 0xc54000}. */
  static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  /** A size from a file, which may be impossible. */
  static String size(long sizeBytes) {
    return sizeBytes < 0 ? Long.toUnsignedString(sizeBytes) + " B" : SizeText.of(sizeBytes);
  }
}
