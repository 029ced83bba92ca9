package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/**
 * A part of a file, as a row: what a tree shows below the file and a comparison sets beside its
 * like.
 *
 * @param group what such parts are called, in singular: {@code entry}, {@code code object}
 * @param key its name, by which it is found in another file
 * @param place where it is
 * @param sizeBytes its size; -1 if it is not known
 * @param fields what else there is to say, in order
 * @param content makes its bytes
 * @param problem what spoils it; null if nothing is known to
 */
public record DocumentPart(
    String group,
    String key,
    Place place,
    long sizeBytes,
    Map<String, String> fields,
    Content content,
    @Nullable FormatException problem) {
  public DocumentPart {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** Makes bytes. */
  @FunctionalInterface
  public interface Content {
    /** The bytes; unpacks them where they are packed. */
    ByteView load(Progress progress) throws IOException;
  }

  /** A code object as a part. */
  static DocumentPart of(CodeObjects codeObjects, CodeObjectRow row) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", row.targetText());
    fields.put("type", row.type());
    return new DocumentPart(
        "code object",
        row.index() == CodeObjectRow.NO_WRAPPER
            ? row.targetText()
            : "#%d %s".formatted(row.index(), row.targetText()),
        row.place(),
        row.originalSizeBytes(),
        fields,
        progress -> codeObjects.load(row.row(), progress),
        row.problem());
  }
}
