package org.kpackworkbench.views.analysis.compare.bytes;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;

/** Makes comparisons of bytes for tests. */
final class ComparedBytes {
  private ComparedBytes() {}

  static ByteComparison of(byte[]... sides) {
    List<ByteView> views = new ArrayList<>();
    for (byte[] bytes : sides) {
      views.add(ByteView.of("side" + views.size(), bytes));
    }
    return of(views);
  }

  static ByteComparison of(List<ByteView> views) {
    List<Side> all = new ArrayList<>();
    for (ByteView view : views) {
      all.add(new Side(view.name(), new Place.File(Path.of(view.name())), view));
    }
    return new ByteComparison(all, new Resources());
  }

  static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
