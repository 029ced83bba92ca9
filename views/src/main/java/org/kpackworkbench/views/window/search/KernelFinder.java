package org.kpackworkbench.views.window.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.KernelSearch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;

/**
 * Finds kernels by name, demangled or mangled, in every code object of a file. Code objects are
 * unpacked the first time; after that a search compares texts only.
 */
public final class KernelFinder implements PlaceFinder {
  /** Shorter words are in nearly every name, and would unpack a whole archive for nothing. */
  private static final int FEWEST_LETTERS = 3;

  private static final Pattern NUMBER = Pattern.compile("@?(0[xX][0-9a-fA-F]*|[0-9]+)(\\+.*)?");

  // Files are forgotten when they are closed and not referenced any more.
  private final Map<OpenedFile, KernelSearch> searches = new WeakHashMap<>();

  @Override
  public String title() {
    return "Kernels";
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress)
      throws IOException {
    String wanted = query.strip();
    CodeObjectSource source = file.as(CodeObjectSource.class).orElse(null);
    if (source == null || !worthSearching(wanted)) {
      return List.of();
    }
    List<Found> found = new ArrayList<>();
    KernelSearch.Outcome outcome =
        search(file, source).search(wanted, limit, hit -> found.add(found(hit)), progress);
    if (found.isEmpty()) {
      for (KernelSearch.Failure failure : outcome.failures()) {
        if (!isNoCodeObject(failure.reason())) {
          throw failure.reason();
        }
      }
    }
    return List.copyOf(found);
  }

  /** SPIR-V and other things that bundles hold have no kernels to find, which is no failure. */
  private static boolean isNoCodeObject(IOException failure) {
    return failure instanceof FormatException format
        && switch (format.reason()) {
          case WRONG_MAGIC, BAD_VALUE, UNSUPPORTED -> true;
          default -> false;
        };
  }

  /** Whether a query can be meant for a kernel's name. */
  static boolean worthSearching(String query) {
    return query.length() >= FEWEST_LETTERS && !NUMBER.matcher(query).matches();
  }

  private static Found found(KernelSearch.Hit hit) {
    Place.Kernel place = new Place.Kernel(hit.codeObject(), hit.name(), null);
    String where =
        hit.codeObject() instanceof Place.CodeObject code
            ? code.target() + ", " + code.binary() + (code.index() < 0 ? "" : "#" + code.index())
            : "";
    return new Found(place, hit.demangledName(), where);
  }

  private KernelSearch search(OpenedFile file, CodeObjectSource source) throws FormatException {
    synchronized (searches) {
      KernelSearch known = searches.get(file);
      if (known == null) {
        known = new KernelSearch(sources(source.document()));
        searches.put(file, known);
      }
      return known;
    }
  }

  private static List<KernelSearch.Source> sources(Document document) throws FormatException {
    CodeObjects all = document.codeObjects();
    List<KernelSearch.Source> sources = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      int number = i;
      if (row.usable()) {
        Place place = document.inside(row);
        sources.add(new KernelSearch.Source(place, use -> open(all, number, use)));
      }
    }
    return sources;
  }

  /** Opens a code object without keeping it: only names are kept. What is none has no kernels. */
  private static void open(CodeObjects all, int row, KernelSearch.Opener.Use use)
      throws IOException {
    try (SpooledBytes bytes = all.open(row, UnpackBudget.one(), Progress.NONE)) {
      use.read(CodeObject.read(bytes.bytes()));
    }
  }
}
