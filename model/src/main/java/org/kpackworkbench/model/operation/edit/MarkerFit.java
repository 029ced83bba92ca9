package org.kpackworkbench.model.operation.edit;

/**
 * Where a marker of some length goes when it is saved.
 *
 * @param kind where
 * @param sizeBytes its length
 * @param roomBytes how long it may be to stay in its place
 * @param grownBytes by how much the file grows; 0 unless it does
 */
public record MarkerFit(Kind kind, long sizeBytes, long roomBytes, long grownBytes) {

  /** Where it goes. */
  public enum Kind {
    /** Where it is; no address changes. */
    IN_PLACE,
    /** Behind the other things in its pages; the file keeps its size. */
    MOVED,
    /** Into pages that come back; what follows moves in the file and keeps its addresses. */
    GROWN
  }

  /** What happens, as a sentence without a full stop. */
  public String words() {
    return switch (kind) {
      case IN_PLACE ->
          "fits in its place: %s of %d, %s left"
              .formatted(bytes(sizeBytes), roomBytes, bytes(roomBytes - sizeBytes));
      case MOVED ->
          "too long for its place by %s: will be laid anew in the same pages, the file keeps its size"
              .formatted(bytes(sizeBytes - roomBytes));
      case GROWN ->
          "too long for its place by %s: will be laid anew, the file grows by %s"
              .formatted(bytes(sizeBytes - roomBytes), bytes(grownBytes));
    };
  }

  private static String bytes(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }
}
