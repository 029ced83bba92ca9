package org.kpackworkbench.icons;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A drawing of this package: an SVG file that contains nothing but {@code path} elements with path
 * data and perhaps a fill.
 *
 * @param gridSize the edge of the square that the coordinates are in
 */
record SvgDrawing(double gridSize, List<Path> paths) {
  private static final Pattern VIEW_BOX =
      Pattern.compile("viewBox=\"0 0 (?<size>[0-9]+) \\k<size>\"");
  private static final Pattern PATH =
      Pattern.compile("<path (fill=\"(?<fill>#[0-9A-Fa-f]{6})\" )?d=\"(?<data>[^\"]+)\"/>");

  /**
   * One filled outline.
   *
   * @param fill its colour as {@code #RRGGBB}; null for the colour of the surroundings
   */
  record Path(String data, @Nullable String fill) {}

  /** Reads a drawing beside this class; what is missing or malformed is a fault of the build. */
  static SvgDrawing read(String resource) {
    try (InputStream in = SvgDrawing.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The drawing " + resource + " is missing");
      }
      return parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  static SvgDrawing parse(String name, String svg) {
    Matcher viewBox = VIEW_BOX.matcher(svg);
    List<Path> paths = new ArrayList<>();
    Matcher path = PATH.matcher(svg);
    while (path.find()) {
      paths.add(new Path(path.group("data"), path.group("fill")));
    }
    if (!viewBox.find() || paths.isEmpty() || paths.size() != svg.split("<path", -1).length - 1) {
      throw new IllegalStateException("The drawing " + name + " holds more than plain paths");
    }
    return new SvgDrawing(Double.parseDouble(viewBox.group("size")), List.copyOf(paths));
  }

  /** All outlines as one. */
  String pathData() {
    return paths.stream().map(Path::data).collect(Collectors.joining(" "));
  }
}
