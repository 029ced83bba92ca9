package org.kpackworkbench.model.operation.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.Digests;

/**
 * Numbers of rows, whose sum tells a database from another one with the same path: it is equal for
 * the same rows in any order.
 */
final class RowNumber {
  private RowNumber() {}

  /** The beginning of a text's SHA-256. */
  static long of(String row) {
    return ByteBuffer.wrap(Digests.sha256().digest(row.getBytes(StandardCharsets.UTF_8))).getLong();
  }

  /** A sum of numbers, as archives state it. */
  static String text(long sum) {
    return "%016x".formatted(sum);
  }
}
