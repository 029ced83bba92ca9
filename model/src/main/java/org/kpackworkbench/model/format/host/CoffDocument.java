package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffInfoTables;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.coff.ImageTables;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;

/** An open Windows program, DLL or object file. */
public final class CoffDocument extends HostDocument {
  private final ImageTables tables;

  CoffDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, CoffFormat.FORMAT, CoffFile.read(source.bytes()), opening);
    this.tables = ImageTables.read(file());
  }

  /** The exports and imports. */
  public ImageTables tables() {
    return tables;
  }

  /** The binary. */
  public CoffFile file() {
    return (CoffFile) fat().image();
  }

  @Override
  protected String typeName() {
    return file().kindName();
  }

  @Override
  protected String machineName() {
    return file().machineName();
  }

  @Override
  protected List<FormatException> imageProblems() {
    List<FormatException> all = new ArrayList<>(file().problems());
    all.addAll(tables.problems());
    return List.copyOf(all);
  }

  @Override
  protected List<Claim> imageClaims() throws FormatException {
    return CoffClaims.of(file(), tables.parts(), place());
  }

  @Override
  protected void describeTables(Report report) {
    new CoffInfoTables(file(), tables).describe(report);
  }

  @Override
  protected Optional<Place> imagePlace(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException, IOException {
    if (!form.equals("section")) {
      return Optional.empty();
    }
    for (CoffSection section : file().sections()) {
      if (section.name().equals(name) || name.equals(Integer.toString(section.index()))) {
        return Optional.of(file().placeOf(section, place()));
      }
    }
    throw syntax.none("section", file().sections().stream().map(CoffSection::name));
  }
}
