package org.kpackworkbench.views.kit.map;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Which part of each lane is seen. All lanes have one scale, so that lengths can be compared, but
 * where one is far shorter than the other (segments of a sparse address space lie far apart, their
 * bytes in the file do not): the short one then never gets narrower than the width. Each has its
 * own start, and the lane that is not moved itself follows by the links. Knows no screen.
 */
final class MapViewport {
  /** The closest look: so many pixels for one byte. */
  private static final double MOST_PIXELS_PER_BYTE = 8;

  private static final double SHOWN_PART = 0.85;

  /** A lane that would fill less than one of so many parts of the width gets a larger scale. */
  private static final double SPARSE = 4;

  private final LayoutMapModel model;
  private final double[] starts;
  private double width = 1;
  private double bytesPerPixel = 1;
  private boolean fitted = true;

  MapViewport(LayoutMapModel model) {
    this.model = model;
    this.starts = new double[model.lanes().size()];
    fit();
  }

  /** Another width; a map that is seen whole stays so. */
  void resize(double pixels) {
    width = Math.max(1, pixels);
    if (fitted) {
      fit();
    } else {
      moved(0);
    }
  }

  /** Shows everything. */
  void fit() {
    fitted = true;
    bytesPerPixel = fullScale();
    List<MapLane> lanes = model.lanes();
    for (int lane = 0; lane < starts.length; lane++) {
      starts[lane] = lanes.get(lane).range().start();
    }
  }

  boolean isFitted() {
    return fitted;
  }

  /** The scale of a lane. */
  double bytesPerPixel(int lane) {
    return Math.min(bytesPerPixel, widestScale(lane));
  }

  /** Whether both lanes have one scale, so that what is longer is more. */
  boolean isOneScale() {
    for (int lane = 0; lane < starts.length; lane++) {
      if (bytesPerPixel(lane) < bytesPerPixel) {
        return false;
      }
    }
    return true;
  }

  private double widestScale(int lane) {
    double own = Math.max(1, (double) model.lanes().get(lane).range().length()) / width;
    return own * SPARSE < fullScale() ? own : fullScale();
  }

  double width() {
    return width;
  }

  /** The pixel at which an offset lies; may be outside what is seen. */
  double x(int lane, long offset) {
    // Exact up to 2^53, far beyond any file.
    return ((double) offset - starts[lane]) / bytesPerPixel(lane);
  }

  /** The pixel of a range's middle. */
  double middle(int lane, ByteRange range) {
    return (x(lane, range.start()) + x(lane, range.end())) / 2;
  }

  double offset(int lane, double x) {
    return starts[lane] + x * bytesPerPixel(lane);
  }

  /** Makes everything larger (factor above 1) or smaller, round one pixel of a lane. */
  void zoom(int lane, double x, double factor) {
    double at = offset(lane, x);
    double wanted = bytesPerPixel(lane) / factor;
    if (factor < 1 && wanted > widestScale(lane)) {
      // All of this lane is seen already; the other is what gets smaller.
      wanted = bytesPerPixel / factor;
    }
    if (wanted >= fullScale()) {
      fit();
      return;
    }
    fitted = false;
    bytesPerPixel = Math.max(wanted, 1 / MOST_PIXELS_PER_BYTE);
    starts[lane] = at - x * bytesPerPixel(lane);
    moved(lane);
  }

  /** Moves a lane to the right (positive) or left; the other follows. */
  void pan(int lane, double pixels) {
    starts[lane] -= pixels * bytesPerPixel(lane);
    moved(lane);
  }

  /** Makes a range fill most of the width. */
  void show(int lane, ByteRange range) {
    fitted = false;
    double length = Math.max(1, (double) range.length());
    bytesPerPixel =
        Math.clamp(
            length / (width * SHOWN_PART),
            1 / MOST_PIXELS_PER_BYTE,
            Math.max(1 / MOST_PIXELS_PER_BYTE, fullScale()));
    starts[lane] = range.start() - (width * bytesPerPixel(lane) - length) / 2;
    moved(lane);
  }

  /** Moves only as far as it takes to see a range, or its start. */
  void reveal(int lane, ByteRange range) {
    double left = x(lane, range.start());
    double right = x(lane, range.end());
    if (right < 0 || left > width) {
      pan(lane, width / 2 - (left + Math.min(right, left + width)) / 2);
    } else if (left < 0 && right < width) {
      pan(lane, -left);
    } else if (right > width && left > 0) {
      pan(lane, -Math.min(left, right - width));
    }
  }

  private double fullScale() {
    double longest =
        model.lanes().stream().mapToDouble(lane -> lane.range().length()).max().orElse(1);
    return Math.max(longest, 1) / width;
  }

  private void moved(int lane) {
    clamp(lane);
    if (starts.length == 2 && !model.links().isEmpty()) {
      int other = 1 - lane;
      double centre = offset(lane, width / 2);
      starts[other] = model.across(lane, centre) - width / 2 * bytesPerPixel(other);
      clamp(other);
    }
  }

  private void clamp(int lane) {
    ByteRange range = model.lanes().get(lane).range();
    double slack = range.length() - width * bytesPerPixel(lane);
    double first = range.start() + Math.min(0, slack);
    double last = range.start() + Math.max(0, slack);
    starts[lane] = Math.clamp(starts[lane], first, last);
  }
}
