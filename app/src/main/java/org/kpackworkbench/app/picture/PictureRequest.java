package org.kpackworkbench.app.picture;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.theme.Theme;

/**
 * What a picture is to show.
 *
 * @param files the files to open; all in the window, else the first
 * @param view a view's id, or {@link PictureMaker#WINDOW} for the whole window
 * @param output the PNG to write
 * @param width in pixels
 * @param height in pixels
 * @param theme what it looks like
 * @param select a place to go to, as {@link org.kpackworkbench.model.format.registry.PlaceSyntax}
 *     reads it; null for none
 * @param tab the view to show in the whole window; null for the one that is
 * @param actions what is done in the whole window before, one after the other: names of {@link
 *     org.kpackworkbench.views.kit.action.ActionId}, in small letters with dashes, such as {@code
 *     verify}; a dialog that comes up is in the picture
 */
public record PictureRequest(
    List<Path> files,
    String view,
    Path output,
    int width,
    int height,
    Theme theme,
    @Nullable String select,
    @Nullable String tab,
    List<String> actions) {
  public PictureRequest {
    files = List.copyOf(files);
    actions = List.copyOf(actions);
  }
}
