package org.kpackworkbench.model.operation.edit;

/** What happens where a row that comes from another archive has a name that is taken. */
public enum Clash {
  /** Rows with the same bytes are passed over; anything else is an error that names them. */
  REFUSE,
  /** The rows that are there stay. */
  KEEP,
  /** The rows that come take their place. */
  REPLACE
}
