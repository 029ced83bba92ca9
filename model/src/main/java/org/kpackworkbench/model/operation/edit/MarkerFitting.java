package org.kpackworkbench.model.operation.edit;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.CoffLayout.CoffFault;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.edit.EditedMarker.MarkerContent;

/**
 * Check, while the user types, whether the marker of a binary can hold names and paths and where it
 * would go. Safe for use by many threads, as long as the document is open that it comes from.
 */
public record MarkerFitting(String file, FatBinary original, MarkerContent first) {
  /** How many wrappers lead to the marker's archives. */
  public int wrappers() {
    return original.wrappers().size();
  }

  /** Returns the layout verifier's findings about the file as it was opened. */
  public List<String> layoutFindings() throws FormatException {
    return original.image() instanceof CoffFile windows
        ? CoffLayout.faults(windows).stream().map(CoffFault::what).toList()
        : LayoutVerifier.verify(original.elf()).stream().map(LayoutFinding::toString).toList();
  }

  /**
   * Where the marker would go if it said this.
   *
   * @throws FormatException why it cannot say that: an edit would be refused
   */
  public MarkerFit fit(String kernelName, List<String> searchPaths) throws FormatException {
    new EditChecks(file, new MarkerEdit.SetKernelName(kernelName)).key(kernelName);
    checkPaths(new EditChecks(file, new MarkerEdit.SetSearchPaths(searchPaths)), searchPaths);
    MarkerContent stated = new MarkerContent(kernelName, searchPaths, first.fields());
    return MarkerLayout.of(original, stated.bytes()).fit();
  }

  /** Checks that current loaders use the paths; a manifest's only if it was already. */
  void checkPaths(EditChecks checks, List<String> paths) throws FormatException {
    for (String path : paths) {
      boolean manifest = path.endsWith(".kpm") && !first.searchPaths().contains(path);
      if (path.isEmpty() || path.indexOf('\0') >= 0 || manifest) {
        throw checks
            .error("search path", Reason.BAD_VALUE)
            .mismatch(
                "a path of archives, which may contain @GFXARCH@",
                manifest ? "the manifest \"" + path + "\"" : "\"" + path + "\"");
      }
    }
    if (paths.isEmpty()) {
      throw checks.error("search paths", Reason.BAD_VALUE).mismatch("at least one", "none");
    }
  }

  /**
   * Where a marker of some length goes when it is saved.
   *
   * @param kind where
   * @param sizeBytes its length
   * @param roomBytes how long it may be to stay in its place
   * @param grownBytes by how much the file grows; 0 unless it does
   * @param signed whether the file has a signature, which is left out
   */
  public record MarkerFit(
      Kind kind, long sizeBytes, long roomBytes, long grownBytes, boolean signed) {

    /** Where it goes. */
    public enum Kind {
      /** Where it is; no address changes. */
      IN_PLACE,
      /** Behind the other things in its pages; the file keeps its size. */
      MOVED,
      /** Into pages that come back; what follows moves in the file and keeps its addresses. */
      GROWN
    }

    /** Returns what happens, as a sentence without a full stop. */
    public String words() {
      return signed
          ? where() + "; the file's signature is left out: it cannot be true for other bytes"
          : where();
    }

    private String where() {
      return switch (kind) {
        case IN_PLACE ->
            "fits in its place: %s of %d, %s left"
                .formatted(bytes(sizeBytes), roomBytes, bytes(roomBytes - sizeBytes));
        case MOVED ->
            "too long for its place by %s: will be rebuilt in the same pages, the file keeps its size"
                .formatted(bytes(sizeBytes - roomBytes));
        case GROWN ->
            "too long for its place by %s: will be rebuilt, the file grows by %s"
                .formatted(bytes(sizeBytes - roomBytes), bytes(grownBytes));
      };
    }

    private static String bytes(long count) {
      return CountText.of(count, "byte");
    }
  }
}
