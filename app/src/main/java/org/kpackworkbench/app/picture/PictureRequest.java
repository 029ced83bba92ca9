package org.kpackworkbench.app.picture;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.theme.Theme;

/**
 * What a picture is to show.
 *
 * @param files the files to open; all in the window, else the first
 * @param view a view's id, or {@link PictureMaker#WINDOW} for the whole window
 * @param output the PNG to write
 * @param width in pixels
 * @param height in pixels
 * @param theme what it looks like
 * @param select a place to go to, as {@link org.kpackworkbench.model.document.PlaceSyntax} reads
 *     it; null for none
 */
public record PictureRequest(
    List<Path> files,
    String view,
    Path output,
    int width,
    int height,
    Theme theme,
    @Nullable String select) {
  public PictureRequest {
    files = List.copyOf(files);
  }
}
