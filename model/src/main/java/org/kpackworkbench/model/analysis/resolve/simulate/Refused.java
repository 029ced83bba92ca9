package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.format.kpack.ArchiveFault;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The loader's error when it does not open an archive. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;
  private final LoaderError error;

  private final @Nullable String advice;
  transient LoaderRows.@Nullable Name row;
  private final String field;

  Refused(LoaderError error, String why) {
    this(error, why, null);
  }

  Refused(LoaderError error, String why, @Nullable String advice) {
    this(error, why, advice, "");
  }

  /** Returns the fault as a reader reports it, if that is known. */
  Optional<ArchiveFault> asSeen(KpackArchive reader) throws FormatException {
    if (field.equals(LoaderTable.AREA)) {
      // Beyond their limits loaders refuse what readers show.
      return advice != null && reader.refusal() == null
          ? Optional.empty()
          : ArchiveFault.ofArea(reader);
    }
    LoaderRows.Name spoiled = row;
    return spoiled == null
        ? Optional.empty()
        : ArchiveFault.of(
                reader, SystemText.shown(spoiled.key()), SystemText.shown(spoiled.architecture()))
            .filter(found -> found.problem().field().startsWith(field));
  }

  /**
   * @param advice what to do about it; null if that is what one does about any broken file
   * @param field the field of the table that it is about; empty if it is about none
   */
  Refused(LoaderError error, String why, @Nullable String advice, String field) {
    super(why);
    this.error = error;
    this.advice = advice;
    this.field = field;
  }

  @Nullable String advice() {
    return advice;
  }

  /** Adds to a reader's words what some loaders do there. */
  String withConsequence(String words) {
    return why().endsWith(MapNumbers.ABORTS) ? words + MapNumbers.ABORTS : words;
  }

  LoaderError error() {
    return error;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
